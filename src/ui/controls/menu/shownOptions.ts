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

/** An entry, or a heading over several. */
interface OptionEntry extends Partial<ShownOption> {
  readonly label: string
  readonly options?: ShownOption[]
}

/** The entries in order, the recent ones first and only there; `creation`: the last one, if there is one. */
export function shownOptions(
  t: Translator['t'],
  { options, recent = [] }: Pick<OptionsAnswer, 'options' | 'recent'>,
  creation: Pick<ShownOption, 'label' | 'disabled'> | undefined,
): OptionEntry[] {
  const entryOf = ({ id, label, hint }: OptionsAnswer['options'][number]): ShownOption => ({ value: id, label, hint })
  const others = options.filter(({ id }) => recent.every((one) => one.id !== id)).map(entryOf)
  return [
    ...(recent.length === 0
      ? others
      : [
          { label: t('form.recentOptions'), options: recent.map(entryOf) },
          { label: t('form.otherOptions'), options: others },
        ]),
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
