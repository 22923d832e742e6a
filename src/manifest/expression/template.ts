// Fills the {placeholders} of a text: {name}, {author.name}, {vars.loans}, {settings.limit}.
// {vars.loans|loan|loans} is the word for a number, with one form for each plural of its language.
// Nothing is refused at run time: the compiler checks the paths (see placeholders) and the forms.
import { isLanguage, textIn, type Text } from '../model/text'

const pattern = /\{([A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*)((?:\|[^{}|]*)*)\}/g

/**
 * The text in one language with every {path} replaced by the result of `read`. `read` returns the value as the
 * user reads it: a text or a number; null, undefined and '' become the empty text.
 */
export function fillText(text: Text, language: string, read: (path: string) => unknown): string {
  return fillTemplate(textIn(text, language), read, language)
}

/** A text of one language with every {path} replaced; see `fillText`. */
export function fillTemplate(text: string, read: (path: string) => unknown, language?: string): string {
  return text.replace(pattern, (_, path: string, forms: string) => {
    const value = read(path)
    const written = value === null || value === undefined ? '' : String(value)
    return forms === '' ? written : formFor(written, forms.slice(1).split('|'), language)
  })
}

/** The form for a number as it is written, `1,250` or `1.00`: the last one where the language has other plurals. */
function formFor(written: string, forms: readonly string[], language: string | undefined): string {
  const number = Number(written.replaceAll(/[^\d.-]/g, ''))
  const { plurals, pluralOf } = pluralsOf(language ?? '')
  return (plurals.length === forms.length ? forms[plurals.indexOf(pluralOf(number))] : forms.at(-1)) ?? ''
}

interface Plurals {
  /** In the order in which a placeholder writes their forms: `one` and `other` in English. None of no language. */
  readonly plurals: readonly Intl.LDMLPluralRule[]
  readonly pluralOf: (number: number) => Intl.LDMLPluralRule
}

const order: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']
/** By language: Intl takes long to read its rules. */
const knownPlurals = new Map<string, Plurals>()

function pluralsOf(language: string): Plurals {
  const before = knownPlurals.get(language)
  if (before) return before
  const rules = isLanguage(language) ? new Intl.PluralRules(language) : undefined
  const categories = rules?.resolvedOptions().pluralCategories ?? []
  const plurals: Plurals = {
    plurals: order.filter((plural) => categories.includes(plural)),
    pluralOf: (number) => rules?.select(number) ?? 'other',
  }
  knownPlurals.set(language, plurals)
  return plurals
}

/** What is wrong with the forms of a placeholder in a language; undefined: nothing, or it is no language. */
export function formsHint({ forms }: Placeholder, language: string): string | undefined {
  const { plurals } = pluralsOf(language)
  if (plurals.length === 0 || forms.length === 0 || (forms.length === plurals.length && plurals.length > 1))
    return undefined
  return plurals.length === 1
    ? `In ${language} a word is the same for every number: write it beside the value.`
    : `In ${language} a word has ${plurals.length} forms for a number: ${plurals.join(', ')}.`
}

/** The distinct paths in all languages of a text, in order of appearance. */
export function placeholders(text: Text): string[] {
  return [...new Set(Object.values(text).flatMap(placeholdersIn))]
}

/** The paths in a text of one language. */
export function placeholdersIn(text: string): string[] {
  return placesIn(text).map(({ path }) => path)
}

interface Placeholder {
  readonly path: string
  /** The forms of a word for its number; none: its value. */
  readonly forms: readonly string[]
}

/** The placeholders in a text of one language. */
export function placesIn(text: string): Placeholder[] {
  return [...text.matchAll(pattern)].map(([, path = '', forms = '']) => ({
    path,
    forms: forms === '' ? [] : forms.slice(1).split('|'),
  }))
}
