// The entries of a list of options: the records, and last the creation of a missing one.
// Pure.
import type { Translator } from '../../../client/text/translate'
import type { OptionsAnswer } from '../../../protocol/calls'

/** The value of the entry that creates a record; no record has this id. */
export const creationId = 0

interface ShownOption {
  readonly value: number
  readonly label: string
  readonly hint?: string | undefined
  readonly disabled?: boolean
}

/** The entries in order; `creation`: the last one, if there is one. */
export function shownOptions(
  offered: OptionsAnswer['options'],
  creation: Pick<ShownOption, 'label' | 'disabled'> | undefined,
): ShownOption[] {
  return [
    ...offered.map(({ id, label, hint }) => ({ value: id, label, hint })),
    ...(creation ? [{ value: creationId, ...creation }] : []),
  ]
}

/** The words are named only where they begin the new record. */
export function creationLabel(
  t: Translator['t'],
  { title, field }: NonNullable<OptionsAnswer['creation']>,
  searchText: string,
): string {
  const words = searchText.trim()
  return field === undefined || words === ''
    ? t('form.createOption', { action: title })
    : t('form.createOptionNamed', { action: title, words })
}
