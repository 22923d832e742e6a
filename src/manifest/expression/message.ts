// Messages of the engine: a key of a catalog with named arguments, worded for the reader.
// A language that a catalog lacks falls back to the first language of the product, else to English.
import { Languages, textIn, type Text } from '../model/text'
import { fillTemplate } from './template'

/** The languages of every catalog. */
export const catalogLanguages = ['zh', 'en'] as const

/** Where a product speaks no language of the catalogs: English first, which more of its readers understand. */
export const lastLanguages: readonly CatalogLanguage[] = ['en', 'zh']

type CatalogLanguage = (typeof catalogLanguages)[number]

/** One sentence by language; `{name}` is replaced by an argument. `en_one`: the form for a `count` of one. */
export type CatalogTexts = Readonly<Record<CatalogLanguage, string>> &
  Readonly<Partial<Record<PluralKey<CatalogLanguage>, string>>>

/** Keys of plural forms, with the suffixes of i18next. */
type PluralKey<Language extends string> = `${Language}_${Intl.LDMLPluralRule}`

/** The languages of the product in their order. */
export interface SpokenLanguages {
  readonly languages: Languages
  /** The engine's texts in further languages: by language, then by catalog and key. */
  readonly translations?: EngineTranslations
}

/** A reader's language by its code, among those of the product. */
export interface Locale extends SpokenLanguages {
  readonly language: string
}

export type EngineTranslations = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface CatalogMessage {
  /** Together with the key, the address of a translated text: `phrases/done`. */
  readonly catalog: string
  readonly key: string
  readonly texts: Readonly<Record<string, string>>
  readonly arguments: Readonly<Record<string, MessageArgument>>
}

/** A text of a manifest, or one of a catalog. */
export type LocalizableText = Text | CatalogMessage
type MessageArgument = LocalizableText | string | number

export type Placeholders<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The arguments of a catalog text: one for each name. */
export type ArgumentsOf<Texts extends { readonly zh: string }> = Readonly<
  Record<Placeholders<Texts['zh']>, MessageArgument>
>

/** Accepts arguments only if the text has names. */
type NeededArguments<Texts extends { readonly zh: string }> = [Placeholders<Texts['zh']>] extends [never]
  ? [values?: Readonly<Record<string, never>>]
  : [values: ArgumentsOf<Texts>]

/** Creates the message function of one catalog: takes a key and an argument for each name in its texts. */
export function messagesOf<const Table extends Readonly<Record<string, CatalogTexts>>>(catalog: string, table: Table) {
  return <Key extends keyof Table & string>(key: Key, ...[values]: NeededArguments<Table[Key]>): CatalogMessage => ({
    catalog,
    key,
    texts: table[key]!,
    arguments: (values ?? {}) as CatalogMessage['arguments'],
  })
}

/** A message in its reader's language. */
export function messageText(message: LocalizableText, locale: Locale): string {
  const { language, languages } = locale
  if (!isCatalogMessage(message)) return textIn(message, language)
  const translations = locale.translations?.[language] ?? {}
  const address = `${message.catalog}/${message.key}`
  const spoken = [language, ...languages, ...lastLanguages].find((code) => Object.hasOwn(message.texts, code))!
  const counted = message.arguments.count
  const template =
    pluralIn(translations, address, { language, counted }) ??
    pluralIn(message.texts, spoken, { language: spoken, counted })
  return fillTemplate(template ?? '', (name) => {
    const value = Object.hasOwn(message.arguments, name) ? message.arguments[name]! : ''
    return typeof value === 'object' ? messageText(value, locale) : value
  })
}

/** The text under a key, or its form for the counted number in that language. */
function pluralIn(
  texts: Readonly<Record<string, string>>,
  key: string,
  { language, counted }: { readonly language: string; readonly counted?: MessageArgument },
): string | undefined {
  const form = typeof counted === 'number' ? `${key}_${new Intl.PluralRules(language).select(counted)}` : key
  return texts[form] ?? texts[key]
}

/** A message in every language of the product, for storing. */
export function textOf(message: LocalizableText, spoken: SpokenLanguages): Text {
  const { languages, translations } = spoken
  return Object.fromEntries(
    languages.map((language) => [
      language,
      messageText(message, { language, languages, ...(translations && { translations }) }),
    ]),
  )
}

function isCatalogMessage(message: LocalizableText): message is CatalogMessage {
  return typeof message.texts === 'object'
}
