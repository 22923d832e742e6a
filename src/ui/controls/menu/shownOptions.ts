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

/**
 * The entries in order, each once: those that are nearly always meant, the recent ones, the others; `creation`: the
 * last one, if there is one.
 */
export function shownOptions(
  t: Translator['t'],
  { options, recent = [] }: Pick<OptionsAnswer, 'options' | 'recent'>,
  creation: Pick<ShownOption, 'label' | 'disabled'> | undefined,
): OptionEntry[] {
  const entryOf = ({ id, label, hint }: OptionsAnswer['options'][number]): ShownOption => ({ value: id, label, hint })
  const all = [...recent, ...options.filter(({ id }) => recent.every((one) => one.id !== id))]
  const groups = [
    { label: t('form.firstOptions'), options: all.filter(({ first }) => first) },
    { label: t('form.recentOptions'), options: recent.filter(({ first }) => !first) },
    { label: t('form.otherOptions'), options: all.slice(recent.length).filter(({ first }) => !first) },
  ]
  return [
    ...(recent.length === 0 && groups[0]?.options.length === 0
      ? all.map(entryOf)
      : groups
          .map(({ label, options: grouped }) => ({ label, options: grouped.map(entryOf) }))
          .filter(({ options: grouped }) => grouped.length > 0)),
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
