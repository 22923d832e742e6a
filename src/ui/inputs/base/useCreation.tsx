// Creates the record that is missing among the options of a reference, and takes it into the input.
import { useContext, useRef, useState } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import type { OptionsAnswer, RefValue } from '../../../protocol/calls'
import { CreationContext, type OptionSource } from './inputContext'
import styles from './inputs.module.css'

interface CreationOptions {
  readonly optionSource: OptionSource | undefined
  readonly take: (record: RefValue) => void
  /** The form was closed without a record: the words are the user's again. */
  readonly giveUp: (searchText: string) => void
  readonly focus: () => void
}

/** The entry of a list that creates a record, and the message about one that does not fit. */
export function useCreation(options: CreationOptions) {
  const { t } = useTranslator()
  const create = useContext(CreationContext)
  // The line of a cell may have been drawn again while the form was open.
  const latest = useRef(options)
  latest.current = options
  /** Kept while the form is open: a cell would otherwise end with its focus. */
  const isOpen = useRef(false)
  const [unfit, setUnfit] = useState<string>()
  const begin = async (creation: NonNullable<OptionsAnswer['creation']>, searchText: string): Promise<void> => {
    if (!create) return
    isOpen.current = true
    setUnfit(undefined)
    const record = await create(creation, searchText)
    isOpen.current = false
    const { optionSource, take, giveUp, focus } = latest.current
    if (!record) giveUp(searchText)
    // Without an answer the form is what decides when it is sent.
    else if (await optionSource?.optionOf(record.id).catch(() => record)) take(record)
    else setUnfit(record.label)
    focus()
  }
  const note =
    unfit === undefined ? null : (
      <div role="alert" className={styles.unmatched}>
        {t('form.createdNotOffered', { label: unfit })}
      </div>
    )
  return { canCreate: create !== null, isOpen, begin, note, forgetNote: () => setUnfit(undefined) }
}
