// How does a form come to life on a page? The model, its draft, and what its widgets need, made once for a transition and kept while the person types,
// even when the manifests change meanwhile.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Section } from '../../manifest/app'
import { isEmpty } from '../../manifest/fields/definition'
import type { EntityAnswer, OptionsAnswer, OptionsRequest, RecordData } from '../../protocol/calls'
import { useFiles } from '../../runtime/files'
import { useProduct, useRuntime, useSession, useWords } from '../../runtime/runtime'
import type { Offer, Surroundings } from '../widgets/widget'
import type { AskedField } from './askFields'
import { draftKey, readDraft, writeDraft } from './draft'
import { createFormModel, type FormModel } from './formModel'
import { speak } from './formily'
import type { Values } from './formValues'
import { useReferences, useRuleFacts } from './useRuleFacts'

/** Milliseconds of rest after which a draft is kept. */
const draftRest = 400
/** Of one file; the server's own limit, which it says again when it is another. */
const fileBytes = 50 * 1024 * 1024

export interface FormOrder {
  readonly entity: string
  readonly transition: string
  readonly answer: EntityAnswer
  readonly sections?: readonly Section[]
  readonly record?: RecordData
  readonly fill?: Values
  /** Tells forms of one transition at one address apart. */
  readonly place?: string
  /** Something that is typed is nobody else's: no draft is kept. */
  readonly secret?: boolean
}

export interface LivingForm {
  readonly model: FormModel
  readonly surroundings: Surroundings
  /** What a reference may be set to: a field, an input, or line field as lines.field. */
  readonly offer: (field: string, asked: AskedField, line?: Values) => Offer
  /** The draft that this form began with was one of an earlier visit. */
  readonly restored: boolean
  /** Counts up when the form begins anew. */
  readonly generation: number
  /** Forgets the draft; the form itself stays as it is. */
  readonly forgetDraft: () => void
  /** Empties the form. */
  readonly startAnew: () => void
}

export function useFormModel({
  entity,
  transition,
  answer,
  sections,
  record,
  fill,
  place,
  secret = false,
}: FormOrder): LivingForm {
  const { client, words } = useRuntime()
  const { language } = useWords()
  const { timezone, currency } = useProduct()
  const account = useSession((state) => state.boot?.account.id ?? 0)
  const { pathname } = useLocation()
  const files = useFiles()
  const rules = useRuleFacts(answer.settings)
  const referenced = useReferences()
  const [generation, setGeneration] = useState(0)
  const key = draftKey(
    account,
    pathname,
    `${entity}.${transition}${place ? `.${place}` : ''}${record ? `.${record.id}` : ''}`,
  )
  const former = useRef<{ generation: number; model: FormModel } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const described = answer.entities[entity]
  const change = described?.transitions[transition]
  if (!described || !change) throw new Error(`There is no ${entity}.${transition} here.`)

  const ask = (
    request: Omit<OptionsRequest, 'entity' | 'transition' | 'id'>,
    signal?: AbortSignal,
  ): Promise<OptionsAnswer> =>
    client.post<OptionsAnswer>(
      '/api/options',
      { entity, transition, ...(change.creates || !record ? {} : { id: record.id }), ...request },
      { quiet: true, signal },
    )

  const [model, restored] = useMemo(() => {
    const kept = secret ? null : readDraft(key)
    // Something typed a moment ago counts for more than what was kept; a form that was emptied begins with nothing.
    const held = former.current?.generation === generation ? former.current.model : null
    const draft = held ? held.draft() : generation === 0 ? kept : null
    const made = createFormModel({
      ...rules,
      entity: described,
      transition: change,
      sections,
      record: change.creates ? undefined : record,
      fill,
      draft,
      words,
      referenced,
      dictionaries: answer.dictionaries,
      label: async (asked, id) =>
        (await ask({ field: asked.name, ids: [id], input: {} })).options.find((option) => option.id === id)?.label,
      changed: () => {
        if (secret) return
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          timer.current = undefined
          writeDraft(key, made.draft())
        }, draftRest)
      },
    })
    former.current = { generation, model: made }
    return [made, held === null && draft !== null && draft.touched.length > 0] as const
    // `record`, `fill` and the rest belong to the intention: another one is another component.
  }, [described, change, answer.dictionaries, rules, generation, key])

  useEffect(() => speak(language), [language])
  useEffect(() => {
    // Whoever goes away has no time for the rest after the last key.
    const leave = (): void => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      writeDraft(key, model.draft())
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [model, key])

  const surroundings = useMemo(
    (): Surroundings => ({
      dictionaries: answer.dictionaries,
      zone: timezone,
      currency,
      fileBytes,
      uploading: new Map(),
      upload: files.upload,
      carrierOf: (file) =>
        record &&
        Object.values(record.values).some(
          (value) => Array.isArray(value) && value.some((one) => (one as { id?: unknown }).id === file.id),
        )
          ? { entity, record: record.id }
          : undefined,
    }),
    [answer.dictionaries, timezone, currency, files, entity, record],
  )

  const offer = useCallback(
    (field: string, asked: AskedField, line?: Values): Offer => ({
      key:
        asked.dependsOn.map((name) => JSON.stringify(model.form.values[name] ?? null)).join('|') +
        (line ? JSON.stringify(line) : ''),
      find: (text, signal) => ask({ field, input: inputOf(model), words: text || undefined }, signal),
      // `ask` says the same for the same model.
    }),
    [model],
  )
  const forgetDraft = useCallback((): void => {
    clearTimeout(timer.current)
    timer.current = undefined
    writeDraft(key, null)
  }, [key])
  const startAnew = useCallback((): void => {
    forgetDraft()
    setGeneration((count) => count + 1)
  }, [forgetDraft])
  return useMemo(
    () => ({ model, surroundings, offer, restored, generation, forgetDraft, startAnew }),
    [model, surroundings, offer, restored, generation, forgetDraft, startAnew],
  )
}

/** What is filled in so far; unfinished values would only make the question a wrong one. */
function inputOf(model: FormModel): Values {
  return Object.fromEntries(Object.entries(model.values()).filter(([, value]) => !isEmpty(value)))
}
