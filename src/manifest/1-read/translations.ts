// Texts of further languages: schemas/texts/<language>/*.json, each by the address of its place.
import { isPlainObject } from '../json/jsonText'
import { textBefore } from '../expression/values/present'
import { Languages } from '../model/text'
import { parse, type Document, type JsonPath } from '../json/parse'
import type { EngineTranslations, SpokenLanguages } from '../expression/message'
import type { Source } from '../json/source'
import { didYouMean } from '../problems/suggest'
import type { Problems } from '../problems/problems'

const folder = 'texts/'
/** Texts of the engine itself; their catalogs are not known to the compiler. */
const engine = 'engine/'

export const isTranslation = ({ path }: Source): boolean => path.startsWith(folder)

interface Translation {
  readonly text: string
  readonly document: Document
  readonly path: JsonPath
}

export class Translations {
  /** For the texts that the engine itself adds. */
  readonly spoken: SpokenLanguages
  private readonly byLanguage = new Map<string, Map<string, Translation>>()
  private readonly known = new Set<string>()

  constructor(
    sources: readonly Source[],
    readonly languages: Languages,
    private readonly problems: Problems,
  ) {
    for (const source of sources.filter(isTranslation)) this.readFile(source)
    const translations = this.engineTexts()
    this.spoken = { languages, ...(translations && { translations }) }
  }

  /** Whether no file has a text of a further language. */
  get empty(): boolean {
    return this.byLanguage.size === 0
  }

  /** Registers the addresses of texts of manifests. */
  know(addresses: readonly string[]): void {
    for (const address of addresses) this.known.add(address)
  }

  /** The texts at an address that the manifest itself does not have. */
  at(address: string, written: Readonly<Record<string, string>>): Record<string, string> {
    this.know([address])
    const texts: Record<string, string> = {}
    for (const language of this.languages) {
      if (written[language] !== undefined) continue
      const text = this.byLanguage.get(language)?.get(address)?.text
      if (text !== undefined) texts[language] = text
    }
    return texts
  }

  /** The location of a translated text; undefined if the manifest itself has it, or nothing has. */
  locate(address: string, language: string): Pick<Translation, 'document' | 'path'> | undefined {
    return this.byLanguage.get(language)?.get(address)
  }

  /** The engine's own texts by language: `phrases/done`. Undefined without any. */
  private engineTexts(): EngineTranslations | undefined {
    const texts = [...this.byLanguage].map(([language, translations]) => {
      const engineEntries = [...translations].filter(([address]) => address.startsWith(engine))
      return [
        language,
        Object.fromEntries(engineEntries.map(([address, { text }]) => [address.slice(engine.length), text])),
      ]
    })
    return texts.length > 0 ? (Object.fromEntries(texts) as Record<string, Record<string, string>>) : undefined
  }

  /** Reports translations of nonexistent texts; call it when all manifests are read. */
  reportUnknown(): void {
    for (const translations of this.byLanguage.values())
      for (const [address, { document, path }] of translations) {
        if (address.startsWith(engine) || this.known.has(address)) continue
        const hint = didYouMean(address, [...this.known])
        this.problems.add({ document, path }, 'unknown-text', { address }, { key: true, ...(hint && { hint }) })
      }
  }

  private readFile(source: Source): void {
    const language = textBefore(source.path.slice(folder.length), '/')
    if (!this.languages.includes(language)) {
      const hint = `The languages of app.json: ${this.languages.join(', ')}.`
      return this.problems.addFile(source.path, 'misplaced-file', {}, hint)
    }
    const document = parse(source)
    for (const problem of document.problems)
      this.problems.addAt(document, problem, problem.code, { what: problem.what })
    const texts = this.byLanguage.get(language) ?? new Map<string, Translation>()
    this.byLanguage.set(language, texts)
    const collect = (value: unknown, path: JsonPath): void => {
      if (typeof value === 'string' && value !== '') texts.set(path.join('/'), { text: value, document, path })
      else if (isPlainObject(value)) for (const [key, item] of Object.entries(value)) collect(item, [...path, key])
      else
        this.problems.add({ document, path }, 'wrong-type', {
          expected: 'a text, or an object of texts by the parts of their address',
          found: JSON.stringify(value).slice(0, 40),
        })
    }
    if (document.readable) collect(document.value, [])
  }
}

/**
 * `lending/book.entity/fields/title/help`: the file without its ending, then the keys; an entry of a list by its
 * name.
 */
export function addressOf(file: string, root: unknown, path: JsonPath): string {
  const steps: string[] = [file.replace(/\.json$/, '')]
  let value = root
  for (const step of path) {
    const next = (value as Record<string | number, unknown>)[step]
    steps.push(typeof step === 'number' ? nameIn(value as readonly unknown[], step) : step)
    value = next
  }
  return steps.join('/')
}

const names = ['name', 'code', 'field', 'action'] as const

/** The name of an entry if it is unique in its list, else its position. */
function nameIn(list: readonly unknown[], position: number): string {
  for (const key of names) {
    const values = list.map((item) => (item as Record<string, unknown> | null)?.[key])
    const value = values[position]
    if (typeof value === 'string' && values.indexOf(value) === values.lastIndexOf(value)) return value
  }
  return String(position)
}
