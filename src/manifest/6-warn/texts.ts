// Warns of texts that are missing, blank, broken or not translated, and of differing placeholders.
import { placeholdersIn } from '../expression/template'
import { addressOf } from '../1-read/translations'
import type { WrittenAt } from '../1-read/manifestFiles'
import { locationOf, type CompileContext } from '../context/compileContext'
import type { Warnings } from './warnings'

// oxlint-disable-next-line no-control-regex -- these are the characters to be found
const brokenPattern = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Cs}/u

export function warnOfTexts(context: CompileContext, warnings: Warnings): void {
  const { texts, languages } = context.manifests
  const unique = [
    ...new Map(texts.map((text) => [`${text.document.source.path}#${text.path.join('/')}`, text])).values(),
  ]
  for (const text of unique) warnOfText(warnings, text)
  for (const language of languages) warnOfMissing(context, warnings, unique, language)
}

function warnOfText(warnings: Warnings, { document, path, written }: WrittenAt): void {
  const at = { document, path }
  const texts = Object.entries(written)
  for (const [language, text] of texts) {
    if (text.trim() === '') warnings.inDocument(at, 'blank-text', { language })
    if (brokenPattern.test(text)) warnings.inDocument(at, 'odd-characters')
  }
  const [first, ...others] = texts
  if (first === undefined) return
  const same = others.filter(([, text]) => text === first[1])
  if (same.length > 0 && isWords(first[1]) && !isSymbol(path))
    warnings.inDocument(at, 'same-text', { languages: [first, ...same].map(([language]) => language).join(' and ') })
  const namesIn = (text: string) => [...new Set(placeholdersIn(text))].sort().join(', ')
  const differing = others.filter(([, text]) => namesIn(text) !== namesIn(first[1]))
  if (differing.length > 0)
    warnings.inDocument(at, 'differing-placeholders', {
      differing: [first, ...differing]
        .map(([language, text]) => `${language} has ${namesIn(text) || 'none'}`)
        .join('; '),
    })
}

/** Names in capitals, numbers and placeholders are the same in all languages. */
const isWords = (text: string): boolean => /\p{Ll}|\p{Lo}/u.test(text.replaceAll(/\{[^{}]*\}/g, ''))

/** The sign of a unit is the same in many languages: mm, kg. */
const isSymbol = (path: WrittenAt['path']): boolean => path.at(-1) === 'unit'

/** One warning per text if few are missing; one for the language if most are. */
function warnOfMissing(
  context: CompileContext,
  warnings: Warnings,
  texts: readonly WrittenAt[],
  language: string,
): void {
  const missing = texts.filter((text) => text.missing.includes(language))
  const [first] = missing
  const { app, languages } = context.manifests
  if (first === undefined || app === undefined) return
  if (missing.length < texts.length / 2)
    for (const { document, path } of missing)
      warnings.inDocument({ document, path }, 'missing-text', { count: 'The text is missing', language })
  else
    warnings.at(
      locationOf(context, app, 'languages', languages.indexOf(language)),
      'missing-text',
      { count: `${missing.length} texts are missing`, language },
      { hint: `The first is ${addressOf(first.document.source.path, first.document.value, first.path)}.` },
    )
}
