// Tables of how each kind of screen, view, chart and block looks, by the words of the language:
// visible texts and drawn elements.
import type { App } from '../../src/manifest/model/app'
import type { Block, PageResult } from '../../src/manifest/model/block'
import type { Chart } from '../../src/manifest/model/report'
import type { Screen, ScreenKind } from '../../src/manifest/model/screen'
import type { Text } from '../../src/manifest/model/text'
import type { RecordData, Value } from '../../src/protocol/calls'
import type { BlockData } from '../../src/protocol/reportCalls'
import { translatorOf } from '../pageTexts'
import type { Language } from './visitor'

export interface Sight {
  readonly app: App
  readonly language: Language
  /** The name of who looks. */
  readonly name: string
  /** The records of the screen, as the caller gets them. */
  readonly rows: readonly RecordData[]
  /** What the blocks of the screen are filled with. */
  readonly data: readonly BlockData[]
}
export interface Look {
  readonly texts: readonly string[]
  /** How many are drawn at least, by selector. */
  readonly drawn?: Readonly<Record<string, number>>
}
type Shown<Thing> = (thing: Thing, sight: Sight) => Look

const pick = (text: Text | undefined, { language }: Sight): string[] => (text ? [text[language]!] : [])
const titlesOf = (things: Iterable<{ readonly title?: Text }>, sight: Sight): string[] =>
  [...things].flatMap(({ title }) => pick(title, sight))
const plain = (value: Value | undefined): string => String(value ?? '').replace(/<[^>]*>/g, '')

export const views: Readonly<Record<'board' | 'gallery' | 'feed', Shown<Screen>>> = {
  board: ({ entity, board }, sight) => {
    const { states, fields } = sight.app.entities[entity!]!
    const [heading] = board!.cardFields
    const lanes = board!.groupBy === 'state' ? titlesOf(Object.values(states), sight) : []
    const names = sight.rows.map(({ values, label }) => plain(values[heading!] ?? label))
    const percents = board!.cardFields.filter((path) => fields[path]?.format === 'percent')
    const shares = sight.rows.flatMap(({ values }) => percents.map((path) => plain(values[path]))).filter(Boolean)
    const named = percents.filter((path) => sight.rows.some(({ values }) => plain(values[path]) !== ''))
    const heads = titlesOf(
      named.flatMap((path) => fields[path] ?? []),
      sight,
    )
    return { texts: [...lanes, ...names, ...heads, ...shares.map((share) => `${share}%`)] }
  },
  gallery: (_, { rows }) => ({ texts: rows.map(({ label }) => label), drawn: { 'li[data-row] img': rows.length } }),
  feed: ({ feed }, { rows }) => ({
    texts: rows.flatMap(({ label, values }) => [label, plain(values[feed!.textField])]),
    drawn: { 'article[data-row]': rows.length },
  }),
}

export const screens: Readonly<Record<ScreenKind, Shown<Screen>>> = {
  list(screen, sight) {
    if (screen.gallery?.isDefault) return views.gallery(screen, sight)
    if (screen.feed?.isDefault) return views.feed(screen, sight)
    const shown = screen.columns.filter(({ hiddenByDefault }) => !hiddenByDefault)
    return { texts: titlesOf(shown, sight), drawn: { 'tbody tr[data-row]': sight.rows.length } }
  },
  form({ sections, entity }, sight) {
    const fields = sections.flatMap((section) =>
      section.fields.map((name) => sight.app.entities[entity!]!.fields[name]!),
    )
    return { texts: [...titlesOf(sections, sight), ...titlesOf(fields, sight)] }
  },
  detail: (_, { rows }) => ({ texts: [rows[0]!.label], drawn: { article: 1, dt: 1 } }),
  calendar: () => ({ texts: [], drawn: { 'button[class*="entry"]': 1 } }),
  board: views.board,
  report({ report }, sight) {
    const shown = Object.values(report!.measures).filter(({ hidden }) => !hidden)
    return { texts: titlesOf(shown, sight), drawn: { 'tbody tr': 1 } }
  },
  dashboard: (_, { name }) => ({ texts: [name] }),
  // What it is made of says more.
  page: () => ({ texts: [] }),
  redirect: () => ({ texts: [] }),
  external: (screen, sight) => ({ texts: titlesOf([screen], sight), drawn: { 'a[target="_blank"]': 1 } }),
}

export const charts: Readonly<Record<Chart['kind'], Look>> = {
  bar: { texts: [], drawn: { 'svg rect': 1 } },
  line: { texts: [], drawn: { 'svg path, svg polyline': 1 } },
  pie: { texts: ['%'], drawn: { 'svg circle': 1 } },
}

/** A page with a form: its text, the inputs of its first form, its button and its ways on. */
const pageForm: Shown<Block> = ({ title, text, forms, submitTitle, links }, sight) => ({
  texts: [
    ...pick(title, sight),
    ...pick(text, sight),
    ...titlesOf(forms[0]?.inputs ?? [], sight),
    ...pick(submitTitle, sight),
    ...titlesOf(links, sight),
  ],
})
const pageResult = (result: PageResult | undefined, sight: Sight): Look => ({
  texts: [...pick(result?.title, sight), ...pick(result?.text, sight), ...titlesOf(result?.links ?? [], sight)],
})
const told = ({ title }: Block, sight: Sight, ...keys: string[]): Look => ({
  texts: [...pick(title, sight), ...keys.map((key) => translatorOf(sight.language).t(key as never))],
})
/** The first of its columns, of the first records: of many a card shows some until all are called for. */
const recordsOf: BlockLook = ({ title, columns }, sight, data) => {
  const [field] = columns!.map((column) => column.field)
  const rows = data && 'rows' in data ? data.rows.slice(0, 2) : []
  const texts = rows.map(({ values }) => {
    const value = values[field!]
    return typeof value === 'object' && value !== null && 'label' in value ? value.label : plain(value)
  })
  return { texts: [...pick(title, sight), ...(rows.length > 0 ? texts : ['records'])] }
}

type BlockLook = (block: Block, sight: Sight, data: BlockData | undefined) => Look

/** By the name of the kind. */
export const blocks: Readonly<Record<string, BlockLook>> = {
  text: ({ title, text }, sight) => ({ texts: [...pick(title, sight), ...pick(text, sight)] }),
  queues({ title, folded }, sight, data) {
    const waiting = data?.block === 'queues' ? data.queues.filter((queue) => queue.waiting > 0) : []
    const names = waiting.flatMap(({ path }) => pick(sight.app.screens[path]!.title, sight))
    const sum = waiting.reduce((all, queue) => all + queue.waiting, 0)
    return { texts: [...pick(title, sight), ...(folded ? [] : names), ...(folded ? [String(sum)] : [])] }
  },
  figures: ({ title, figures }, sight) => ({
    texts: [...pick(title, sight), ...titlesOf(figures, sight)],
  }),
  latest: recordsOf,
  reminder: recordsOf,
  checklist: ({ title, text, steps }, sight) => ({
    texts: [...pick(title, sight), ...pick(text, sight), ...titlesOf(steps, sight)],
  }),
  call({ title, text, endpoint, submitTitle }, sight, data) {
    if (data?.block === 'call' && !data.shown) return { texts: [] }
    const called = Object.values(sight.app.endpoints).find(({ name }) => name === endpoint)!
    return {
      texts: [
        ...pick(title, sight),
        ...pick(text, sight),
        ...titlesOf(Object.values(called.request), sight),
        ...pick(submitTitle ?? called.title, sight),
      ],
    }
  },
  frame: () => ({ texts: [], drawn: { iframe: 1 } }),
  account: ({ title, facts = [] }, sight) => ({
    texts: [...pick(title, sight), sight.name, ...titlesOf(facts, sight)],
  }),
  display: (block, sight) => told(block, sight, 'shell.language', 'shell.size', 'shell.still'),
  jobs: (block, sight) => told(block, sight, 'jobs.run'),
  linkedAccounts: (block, sight) => told(block, sight, 'link.text'),
  secondFactor: (block, sight) => told(block, sight, 'factor.add'),
  manual: () => ({ texts: [], drawn: { 'nav button, nav a': 5, article: 1 } }),
  apiReference: () => ({ texts: ['/api/list'], drawn: { 'nav button, nav a': 5 } }),
  signIn: pageForm,
  integrationSignIn: pageForm,
  resetPassword: pageForm,
  notFound: pageForm,
  // Its text gives way to the reason of the server.
  noPermission: ({ title, links }, sight) => ({ texts: [...pick(title, sight), ...titlesOf(links, sight)] }),
  integrationFailed: ({ results }, sight) => pageResult(results.unasked, sight),
  authRedirect: ({ results }, sight) => pageResult(results.alone, sight),
}
