// The engine's texts on the page, as the tests look for them: each with its languages beside each other.
import { createTranslator, type Translator } from '../src/client/text/translate'
import type { Languages } from '../src/manifest/model/text'
import type { EngineTranslations } from '../src/manifest/expression/message'
import en from '../src/client/text/locales/en.json'
import zh from '../src/client/text/locales/zh.json'

type ByLanguage<Texts> = { readonly [Key in keyof Texts]: { readonly zh: string; readonly en: string } }

/** A plural form of the one language is the plain text of the other. */
const beside = <Texts extends object>(chinese: object, english: Texts): ByLanguage<Texts> => {
  const plain = chinese as Readonly<Record<string, string>>
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => [
      key,
      { zh: plain[key] ?? plain[key.replace(/_one$/, '')], en: text },
    ]),
  ) as ByLanguage<Texts>
}

export const accountTexts = beside(zh.account, en.account)
export const arrangeTexts = beside(zh.arrange, en.arrange)
export const checklistTexts = beside(zh.checklist, en.checklist)
export const conditionTexts = beside(zh.condition, en.condition)
export const documentTexts = beside(zh.document, en.document)
export const exchangeTexts = beside(zh.exchange, en.exchange)
export const errorTexts = beside(zh.error, en.error)
export const factorTexts = beside(zh.factor, en.factor)
export const formTexts = beside(zh.form, en.form)
export const listTexts = beside(zh.list, en.list)
export const integrationTexts = beside(zh.integration, en.integration)
export const recordTexts = beside(zh.record, en.record)
export const runTexts = beside(zh.run, en.run)
export const shellTexts = beside(zh.shell, en.shell)
export const sentLinkTexts = beside(zh.sentLink, en.sentLink)
export const signInTexts = beside(zh.signIn, en.signIn)
export const whyTexts = beside(zh.why, en.why)

/** A translator without waiting for its texts. */
export const translatorOf = (
  language: string,
  languages: Languages = ['zh', 'en'],
  translations: EngineTranslations = {},
): Translator => createTranslator({ language, languages, translations }, { zh, en })
