// How does a filled form become a transition? Checked here, sent once however often it is tried, and what the server refuses comes back to the inputs.
// A record that somebody else has changed meanwhile is told apart from every other refusal.
import { useMemo, useState } from 'react'
import type { RecordAnswer, RecordData, RunAnswer } from '../../protocol/calls'
import { createIntention, useActions } from '../../runtime/actions'
import { CallError } from '../../runtime/faults'
import { useRuntime, useWords } from '../../runtime/runtime'
import { focusInput } from './focusInput'
import type { LivingForm } from './useFormModel'

export type Trouble =
  | { readonly kind: 'faults' }
  | { readonly kind: 'refused'; readonly messages: readonly string[] }
  | { readonly kind: 'stale' }

export interface Submission {
  readonly sending: boolean
  readonly trouble: Trouble | null
  /** Told after the latest record was loaded. */
  readonly renewed: boolean
  submit(): Promise<RunAnswer | null>
  /** stale: loads the record as it is by now; what was typed stays. */
  renew(): Promise<void>
}

export interface SubmissionOrder {
  readonly entity: string
  readonly transition: string
  readonly living: LivingForm
  /** Absent: creates. */
  readonly record?: RecordData
  /** Where the inputs stand. */
  readonly place: () => HTMLElement | null
}

export function useSubmission({ entity, transition, living, record, place }: SubmissionOrder): Submission {
  const { client, notices } = useRuntime()
  const { t } = useWords()
  const actions = useActions()
  const intention = useMemo(createIntention, [living.model])
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [version, setVersion] = useState(record?.version)
  const [renewed, setRenewed] = useState(false)
  const { model } = living

  const latest = async (id: number): Promise<RecordData> =>
    (await client.post<RecordAnswer>('/api/record', { entity, id }, { quiet: true })).record

  /** Above the form, where a person who has scrolled down does not look. */
  const tell = (news: Trouble): void => {
    setTrouble(news)
    requestAnimationFrame(() => place()?.scrollIntoView({ block: 'start' }))
  }

  const refused = async (error: CallError): Promise<void> => {
    const rest = model.refuse(error.fields)
    const faulty = model.faulty()
    if (faulty.length > 0) {
      setTrouble(rest.length > 0 ? { kind: 'refused', messages: rest } : { kind: 'faults' })
      return focusInput(place(), faulty[0]!)
    }
    if (record && error.kind === 'refused') {
      // A refusal by a rule and one by the version have the same code; the version tells them apart.
      const now = await latest(record.id).catch(() => null)
      if (now && now.version !== version) return tell({ kind: 'stale' })
    }
    tell({ kind: 'refused', messages: rest.length > 0 ? rest : [error.message] })
  }

  return {
    sending,
    trouble,
    renewed,
    async submit() {
      if (sending) return null
      setRenewed(false)
      const { uploading } = living.surroundings
      if (uploading.size > 0) {
        notices.say(
          'warning',
          t([...uploading.values()].includes('sending') ? 'form.stillUploading' : 'form.failedUploads'),
        )
        return null
      }
      const faulty = await model.check()
      if (faulty.length > 0) {
        setTrouble({ kind: 'faults' })
        focusInput(place(), faulty[0]!)
        return null
      }
      setTrouble(null)
      setSending(true)
      try {
        const note = model.note()
        const answer = await actions.run(
          {
            entity,
            transition,
            values: model.values(),
            ...(note === undefined ? {} : { note }),
            ...(record ? { id: record.id, version } : {}),
          },
          { intention, quiet: true },
        )
        living.forgetDraft()
        model.form.modified = false
        return answer
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        await refused(error)
        return null
      } finally {
        setSending(false)
      }
    },
    async renew() {
      if (!record) return
      const now = await latest(record.id)
      model.renew(now)
      setVersion(now.version)
      setTrouble(null)
      setRenewed(true)
    },
  }
}
