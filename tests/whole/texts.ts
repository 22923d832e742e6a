// Collects every text of the product in both languages with its location: manifests, page and
// server.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import en from '../../src/client/text/locales/en.json'
import zh from '../../src/client/text/locales/zh.json'

interface ByLanguage {
  readonly zh: string
  readonly en: string
}

export interface PlacedText extends ByLanguage {
  readonly place: string
}

const root = join(import.meta.dirname, '../..')
const han = /\p{Script=Han}/u
const filesIn = (folder: string, ends: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ends.test(file))
    .map((file) => `${folder}/${file}`)

export function manifestTexts(): readonly PlacedText[] {
  const texts: PlacedText[] = []
  const visit = (value: unknown, place: string): void => {
    if (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')) {
      const [zh, en] = value as [string, string]
      if (han.test(zh) || zh === en || place.endsWith('.title')) texts.push({ place, zh, en })
    } else if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) visit(part, `${place}.${key}`)
  }
  for (const file of filesIn('schemas', /^(?!demo|language).*\.json$/))
    visit(JSON.parse(readFileSync(join(root, file), 'utf8')), file)
  return texts
}

type Area = Readonly<Record<string, string>>

/** All of the page's own, which are files by language; a plural form of the one is the plain text of the other. */
export const textsOfPage = (): readonly PlacedText[] =>
  [...new Set([...Object.keys(zh), ...Object.keys(en)])].flatMap((area) => {
    const [chinese, english] = [zh, en].map((texts) => (texts as Readonly<Record<string, Area>>)[area] ?? {})
    const textOf = (texts: Area, key: string) => texts[key] ?? texts[key.replace(/_one$/, '')] ?? ''
    return [...new Set([...Object.keys(chinese!), ...Object.keys(english!)])].map((key) => ({
      place: `${area}.${key}`,
      zh: textOf(chinese!, key),
      en: textOf(english!, key),
    }))
  })

/** Those of the page, and pairs of literals in the sources; expressions within them are placeholders. */
export function engineTexts(): readonly PlacedText[] {
  const literal = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|\`([^\`]*)\`)`
  const pair = new RegExp(String.raw`${literal},\s*${literal}`, 'g')
  const entry = new RegExp(String.raw`zh: ${literal},\s*en: ${literal}`, 'g')
  const inSources = ['src/client', 'src/server', 'src/manifest', 'src/protocol', 'src/ui'].flatMap((folder) =>
    filesIn(folder, /\.tsx?$/).flatMap((place) =>
      [
        ...readFileSync(join(root, place), 'utf8').matchAll(pair),
        ...readFileSync(join(root, place), 'utf8').matchAll(entry),
      ]
        .map(([, a, b, c, d]) => ({ place, zh: a ?? b ?? '', en: c ?? d ?? '' }))
        .filter(({ zh, en }) => han.test(zh) && !han.test(en)),
    ),
  )
  return [...textsOfPage(), ...inSources]
}
