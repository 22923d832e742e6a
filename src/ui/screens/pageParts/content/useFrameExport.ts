// Receives the values that a page in a frame exports.
// They are validated field by field, then reviewed by the user in the form of a transition.
import { useRef, useState } from 'react'
import type { Entity } from '../../../../manifest/model/entity'
import type { RecordData } from '../../../../protocol/calls'
import { CallError } from '../../../../client/feedback/callError'
import { useFiles } from '../../../../client/data/fileTransfer'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import type { PagePartProps } from '../../common/pagePart'
import { takenValues } from './frameValues'

type Values = Readonly<Record<string, unknown>>
/** Sends a message to the page. */
export type Say = (message: object) => void

interface Handed {
  readonly name: string
  readonly transition: string
  readonly values: Values
}

interface FrameTarget extends Pick<PagePartProps, 'block' | 'screen'> {
  readonly entity: Entity
  readonly record: RecordData
  readonly refresh: () => void
}

/** `handed`: the values to review; `close`: with true once they are saved. */
export function useFrameExport({ block, screen, entity, record, refresh }: FrameTarget, say: Say) {
  const { t, pick, languages } = useTranslator()
  const { notifications } = useRuntime()
  const upload = useFiles()
  const busy = useRef(false)
  const [handed, setHanded] = useState<Handed | null>(null)
  const refuse = (name: string, reason: string): void => {
    say({ type: 'refused', name })
    notifications.say('warning', reason)
  }
  const review = async (name: string, values: Values): Promise<void> => {
    const names = block.imports && Object.hasOwn(block.imports, name) ? block.imports[name]! : undefined
    if (!names) return refuse(name, t('integration.frameStrange'))
    const transition = names
      .map((item) => entity.transitions[item])
      .find((item) => item && record.can.includes(item.name))
    if (!transition) {
      const title = entity.transitions[names[0] ?? '']?.title ?? screen.screen.title
      return refuse(name, t('integration.frameNotNow', { title: pick(title) }))
    }
    const taken = await takenValues({ ...screen, languages }, transition, values, (file, type) =>
      upload.upload(new File([file.bytes], file.name, { type }), () => undefined, new AbortController().signal),
    )
    if (!taken) return refuse(name, t('integration.frameStrange'))
    setHanded({ name, transition: transition.name, values: taken })
  }
  const take = (name: string, values: Values): void => {
    // One export at a time, and none while the user reviews the previous one.
    if (busy.current) return
    busy.current = true
    review(name, values)
      .catch((failure: unknown) => {
        if (!(failure instanceof CallError)) throw failure
        refuse(name, failure.message)
      })
      .finally(() => {
        busy.current = false
      })
  }
  const close = (done: boolean): void => {
    if (handed) say({ type: done ? 'taken' : 'refused', name: handed.name })
    setHanded(null)
    if (done) refresh()
  }
  return { take, handed, close }
}
