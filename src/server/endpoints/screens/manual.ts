// Answers POST /api/manual: the manual of the manifest language, in entries.
// Entries without a translation stay English and are marked.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../../manifest/model/app'
import type { ManualAnswer, ManualEntry } from '../../../protocol/reportCalls'
import { refusals } from '../../../protocol/refusals/catalog'
import type { RefusalEntry } from '../../../protocol/refusals/entry'
import type { RequestContext } from '../contract/operation'
import { iconTable } from './iconTable'

/** By the headings and names of the English manual. */
interface Translation {
  readonly titles: Readonly<Record<string, string>>
  /** The paragraphs of an entry that are prose; one alone needs no list. */
  readonly texts: Readonly<Record<string, string | readonly string[]>>
}

interface Chapter {
  readonly title: string
  readonly entries: readonly (Pick<ManualEntry, 'title' | 'text'> & { readonly depth: number })[]
}

/** Documents beside the schemas; each of the first two is one chapter. */
const documents = ['tutorial', 'recipes', 'manual']
/** The language of the documents themselves. */
const manualLanguage = 'en'
/** The chapter whose list of names the page draws as a table of pictures. */
const icons = 'Icons'
/** The page draws its own table of contents. */
const contents = 'Contents'

/**
 * Reads the files at each call, since a changed manual needs no restart; without them no chapters. In the caller's
 * language.
 */
export async function readManual({ app, caller, server }: RequestContext): Promise<ManualAnswer> {
  const { language } = caller
  const folder = join(server.configuration.schemasDir, 'language')
  const texts = await Promise.all(documents.map((name) => textOf(join(folder, `${name}.md`))))
  if (texts.every((text) => text === '')) return { chapters: [], entries: [] }
  const translation = JSON.parse(
    (await textOf(join(folder, `manual.${language}.json`))) || '{}',
  ) as Partial<Translation>
  const written = texts.flatMap((text, index) => (documents[index] === 'manual' ? chaptersOf(text) : [wholeOf(text)]))
  const chapters = [...written.map((chapter) => withIcons(chapter, app, language)), refusalChapter(language)]
  return answerOf(chapters, language, { titles: {}, texts: {}, ...translation })
}

/** The screen that shows it, if any. */
export const manualScreenOf = ({ screens }: App): string | undefined =>
  Object.values(screens).find(({ blocks }) => blocks.some(({ kind }) => kind === 'manual'))?.path

function answerOf(chapters: readonly Chapter[], language: string, { titles, texts }: Translation): ManualAnswer {
  const ids = new Set<string>()
  const entries: ManualEntry[] = []
  for (const [index, chapter] of chapters.entries()) {
    let parent: string | undefined
    for (const { title, text, depth } of chapter.entries) {
      const id = [anchorOf(title), `${anchorOf(title)}-${index}`].find((one) => !ids.has(one))!
      ids.add(id)
      const paragraphs = paragraphsOf(text)
      const translations = [texts[title] ?? []].flat()
      const isTranslated = paragraphs.filter((paragraph) => paragraph.isProse).length === translations.length
      entries.push({
        id,
        chapter: index,
        title: titles[title] ?? title,
        ...(titles[title] !== undefined && { name: title }),
        text: paragraphs
          .map((paragraph) => (paragraph.isProse ? (translations.shift() ?? paragraph.text) : paragraph.text))
          .join('\n\n'),
        ...(depth > 0 && parent !== undefined && { parent }),
        ...(language !== manualLanguage && !isTranslated && { english: true }),
      })
      if (depth === 0) parent = id
    }
  }
  return { chapters: chapters.map(({ title }) => titles[title] ?? title), entries }
}

/** The anchor by which links of the documents name a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replace(/ /g, '-')

/** Whether a paragraph needs a translation: code within it may hold Chinese, as a title of an example does. */
const isProse = (text: string): boolean =>
  /[a-z]{3} [`a-z]/i.test(text) && !/\p{Script=Han}/u.test(text.replace(/`[^`]*`/g, ''))

interface Paragraph {
  readonly text: string
  /** Whether a paragraph is prose: no table and no code, nor a part of it after a blank line. */
  readonly isProse: boolean
}

function paragraphsOf(entry: string): Paragraph[] {
  let inCode = false
  return entry.split('\n\n').map((text) => {
    const fences = text.match(/^```/gm)?.length ?? 0
    const isCode = inCode || fences > 0 || /^( {4}|\||- `)/.test(text)
    if (fences % 2 === 1) inCode = !inCode
    return { text, isProse: !isCode && isProse(text) }
  })
}

/** A document of one chapter: its introduction and its sections. */
function wholeOf(text: string): Chapter {
  const [head = '', ...sections] = text.split(/^## /m)
  const { title, text: introduction } = headed(head.replace(/^# /, ''))
  const parts = sections.map((section) => ({ ...headed(section), depth: 0 }))
  return { title, entries: [{ title, text: introduction, depth: 0 }, ...parts] }
}

/** A document of several: each heading of the third or fourth level begins an entry. */
function chaptersOf(text: string): Chapter[] {
  const [, ...chapters] = text.split(/^## /m)
  return chapters
    .map((chapter): Chapter => {
      const [head = '', ...sections] = chapter.split(/^(?=####? )/m)
      const { title, text: introduction } = headed(head)
      const entries = sections.map((section) => ({
        ...headed(section.replace(/^#+ /, '')),
        depth: section.startsWith('#### ') ? 1 : 0,
      }))
      return { title, entries: [...(introduction === '' ? [] : [{ title, text: introduction, depth: 0 }]), ...entries] }
    })
    .filter(({ title }) => title !== contents)
}

/** The chapter of icons with the table of them instead of the list of their names, which ends it. */
const withIcons = (chapter: Chapter, app: App, language: string): Chapter =>
  chapter.title !== icons
    ? chapter
    : {
        ...chapter,
        entries: chapter.entries.map(({ text, ...entry }) => ({
          ...entry,
          text: [...text.split('\n\n').slice(0, -1), iconTable(app, language)].join('\n\n'),
        })),
      }

function headed(section: string): { readonly title: string; readonly text: string } {
  const [title = '', ...lines] = section.split('\n')
  return { title: title.replaceAll('`', ''), text: lines.join('\n').trim() }
}

/** What a caller reads, in its language, and what it means. */
function refusalChapter(language: string): Chapter {
  const entries = Object.entries<RefusalEntry>(refusals).map(([key, { texts, meaning, remedy }]) => ({
    title: key,
    text: [(texts as Readonly<Record<string, string>>)[language] ?? texts.en, meaning, remedy].join('\n\n'),
    depth: 0,
  }))
  return { title: 'Refusals', entries }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
