// Tests that every word of the manifest language is visible somewhere.
// One product uses all of them; an account with every right opens what shows new words and a sample drawn by
// LOOPS_SEED, each in one language (`npm run loops`: all in both), on one page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'
import type { App } from '../../src/manifest/model/app'
import type { Block } from '../../src/manifest/model/block'
import type { Column } from '../../src/manifest/model/column'
import type { Entity } from '../../src/manifest/model/entity'
import type { Screen } from '../../src/manifest/model/screen'
import type { Transition } from '../../src/manifest/model/transition'
import type { ListAnswer, RecordAnswer, RecordData } from '../../src/protocol/calls'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { CalendarAnswer, DashboardAnswer } from '../../src/protocol/reportCalls'
import { pageParts } from '../../src/ui/screens/pageParts/pageParts'
import { createChance } from '../../scripts/demo/chance'
import { isWhole, loopDay, loopSeed } from '../loopSeed'
import { turn } from '../turns'
import { recordTexts } from '../pageTexts'
import { password } from '../server/library'
import { startProduct, type Product } from '../whole/product'
import { formatShows, inputShows, typeShows } from './kindsCells'
import { blocks, charts, screens, views, type Look, type Sight } from './kindsSeen'
import { cellsIn, missingIn, missingInputs } from './kindsEye'
import { keeper, keeperName, kindsProduct, kindsSources } from './kindsSources'
import { unusedIn, wordsFor } from './kindsKeys'
import { lookAt, type Seen } from './onScreen'
import { dialog, giveToken, giveUp, launchBrowser, newPage, pressAbove, type Language, type Place } from './visitor'
import { leaveBrowser, leavePage } from './handedOn'

const languages = ['zh', 'en'] as const
const viewNames = ['board', 'gallery', 'feed'] as const
/** Blocks that have nothing for who is inside. */
const forGuests = new Set(['signIn', 'integrationSignIn'])
let product: Product
let browser: Browser
let place: Place
let app: App
let page: Page
let token: string
/** Of what shows no new word, where not all is opened, in per cent: each day draws others. */
const shares = { forms: 5, screens: 6, records: 12 }
if (!isWhole)
  console.log(
    `Opened in one language, beside what shows a new word: ${shares.screens} % of the screens, ${shares.records} % of the records, ${shares.forms} % of the forms (LOOPS_SEED=${loopSeed} LOOPS_DAY=${loopDay}); \`npm run loops\` opens all in both.`,
  )
/** What is opened in any case; of a transition its form, of an entity a record. */
let drawn: ReadonlySet<Transition | Screen | Entity>
/** Words of the language that something was seen of. */
const seenWords = new Set<string>()

beforeAll(async () => {
  ;[product, browser] = await Promise.all([kindsProduct().then((other) => startProduct({ other })), launchBrowser()])
  app = product.server.dependencies.liveApp.current
  place = { browser, address: product.address, app }
  const chance = createChance(loopSeed + loopDay)
  const draw = <Item>(items: readonly Item[], share: number) => items.filter(() => isWhole || chance.in100(share))
  const entities = Object.values(app.entities)
  const transitions = entities.flatMap((entity) => Object.values(entity.transitions))
  drawn = new Set([
    ...draw(transitions, shares.forms),
    ...draw(Object.values(app.screens), shares.screens),
    ...draw(entities, shares.records),
  ])
  token = (await call<{ token: string }>('/fixture/signIn', { account: keeper, password })).token
  page = await newPage(place)
  await giveToken(page.context(), place, token)
})
afterAll(async () => {
  await leaveBrowser(browser)
  await product?.stop()
})

async function call<Data>(path: string, body: unknown, language: Language = 'zh'): Promise<Data> {
  const headers = { 'x-language': language, ...(token && { 'x-token': token }) }
  const reply = await product.transport({ method: 'POST', path, headers, body })
  const answer = reply.body as Envelope<Data>
  expect(answer, path).toMatchObject({ code: codes.success })
  return answer.data
}

/** The page in a language, from its beginning. */
async function speak(language: Language): Promise<void> {
  await page.context().addCookies([{ name: app.product.cookies.language, value: language, url: place.address }])
  await page.goto(place.address + app.product.homeScreen)
  await page.locator('.shell-nav').waitFor()
}

const shown = () => page.locator('.shell-full, [data-view]:not([hidden])')

async function sightOf(screen: Screen, language: Language): Promise<Sight> {
  const filled = screen.kind !== 'page' && screen.blocks.length > 0
  const data = filled ? (await call<DashboardAnswer>('/api/dashboard', { screen: screen.path }, language)).blocks : []
  return { app, language, name: keeperName, rows: await rowsOf(screen, language), data }
}

async function rowsOf(screen: Screen, language: Language): Promise<readonly RecordData[]> {
  const { path, kind, entity, blocks: parts } = screen
  if (kind === 'list' || kind === 'board')
    return (await call<ListAnswer>('/api/list', { screen: path, size: 20 }, language)).rows ?? []
  if (kind === 'calendar') {
    const [from, to] = [-3, 3].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    return (await call<CalendarAnswer>('/api/calendar', { screen: path, from, to }, language)).rows
  }
  const named = kind === 'detail' ? entity : parts.find((block) => block.kind === 'frame')?.entity
  return named === undefined ? [] : rowsOf(listOf(named)!, language)
}

/** Screens and entities take turns: each in one language, which the day chooses. */
const isTurn = (at: number, language: Language): boolean =>
  isWhole || (at + loopSeed + turn()) % languages.length === languages.indexOf(language)

const listOf = (entity: string): Screen | undefined =>
  Object.values(app.screens).find((screen) => screen.kind === 'list' && screen.entity === entity)

const addressOf = ({ path, kind, blocks: parts }: Screen, { rows }: Sight): string =>
  kind === 'detail' || parts.some((block) => block.kind === 'frame') ? `${path}?id=${rows[0]!.id}` : path

/** Looks for what is known of a word; what is missing, or that nothing is known of it. */
async function lookFor(word: string, part: Locator, look: Look | undefined): Promise<readonly string[]> {
  if (!look) return [`nothing is known of ${word}`]
  const missing = await missingIn(part, look)
  if (missing.length > 0) return [`${word}: ${missing.join('; ')}`]
  seenWords.add(word)
  return []
}

const wordOf = ({ format, type }: Column): string => (format ? `format ${format}` : `type ${type}`)

/** Whether a screen shows what was not seen yet, or was drawn. */
function isShowing(screen: Screen): boolean {
  const { kind, blocks: parts, report, columns } = screen
  const words = [
    `screen ${kind}`,
    ...parts.filter((block) => !forGuests.has(block.kind)).map((block) => `block ${block.kind}`),
    ...(report?.charts ?? []).map((chart) => `chart ${chart.kind}`),
    ...(kind === 'list' ? viewNames.filter((name) => screen[name]).map((name) => `view ${name}`) : []),
    ...(kind === 'list' ? columns.map(wordOf) : []),
  ]
  return drawn.has(screen) || words.some((word) => !seenWords.has(word))
}

/** What is wrong with a screen that was opened. */
async function wrongWith(screen: Screen, language: Language): Promise<readonly string[]> {
  const sight = await sightOf(screen, language)
  const seen = await lookAt(page, addressOf(screen, sight))
  const { kind, path } = screen
  const wrong = [...unsound(seen), ...headingOf(screen, seen, sight)]
  const part = kind === 'external' ? page.locator('body') : shown()
  wrong.push(...(await lookFor(`screen ${kind}`, part, screens[kind](screen, sight))))
  if (kind === 'list') wrong.push(...(await wrongCells(screen, sight)))
  for (const [index, block] of screen.blocks.entries())
    if (!forGuests.has(block.kind)) wrong.push(...(await wrongBlock(block, sight, index)))
  for (const chart of screen.report?.charts ?? []) {
    const figure = shown()
      .locator('figure')
      .filter({ hasText: chart.title?.[language] ?? '' })
    wrong.push(...(await lookFor(`chart ${chart.kind}`, figure, charts[chart.kind])))
  }
  for (const view of viewNames)
    if (kind === 'list' && screen[view]) {
      wrong.push(...unsound(await lookAt(page, `${path}?v.view=${view}`)))
      wrong.push(...(await lookFor(`view ${view}`, shown(), views[view](screen, sight))))
    }
  return wrong
}

async function wrongBlock(block: Block, sight: Sight, index: number): Promise<readonly string[]> {
  const title = block.title?.[sight.language]
  const section = shown().getByRole('region', { name: title, exact: true })
  const part = title !== undefined && (await section.count()) > 0 ? section.first() : shown()
  return lookFor(`block ${block.kind}`, part, blocks[block.kind]?.(block, sight, sight.data[index]))
}

/** Cells that do not show the value of their record as the table says. */
async function wrongCells(
  { entity, columns, gallery, feed }: Screen,
  { rows, language }: Sight,
): Promise<readonly string[]> {
  const cells = await cellsIn(shown())
  // What begins as a gallery or as a page to read has no table.
  if (Object.keys(cells).length === 0 && (gallery ?? feed)) return []
  const visible = columns.filter(({ hiddenByDefault }) => !hiddenByDefault)
  return visible.flatMap((column, at) => {
    const heading = column.title[language]!
    const before = visible.slice(0, at).filter(({ title }) => title[language] === heading).length
    const word = wordOf(column)
    const shows = column.format ? formatShows[column.format] : typeShows[column.type]
    const wrong = rows.flatMap(({ id, values, state }) => {
      const value = column.field === 'state' ? state : values[column.field]
      const cell = cells[id]?.[heading]?.[before]
      if (value === undefined || value === null || value === '') return []
      if (cell && shows(cell, value, column, { app, language, entity: entity! })) {
        seenWords.add(word)
        return []
      }
      return [`${word}, ${column.field}: ${JSON.stringify(value)} is shown as ${JSON.stringify(cell ?? 'nothing')}`]
    })
    return wrong.slice(0, 1)
  })
}

const unsound = ({ troubles, answered }: Seen): string[] => [
  ...troubles,
  ...answered.filter(({ code }) => code !== codes.success).map(({ path, msg }) => `${path}: ${msg}`),
]

function headingOf(screen: Screen, { path: at, heading }: Seen, { language, name, rows }: Sight): readonly string[] {
  const { path, kind, title, redirect, layout, blocks: parts } = screen
  const target = redirect ?? (path === '/login' ? app.product.homeScreen : path)
  if (at !== target) return [`leads to ${at}`]
  // What ended, and what another system draws, has a heading of its own.
  if (parts.some((block) => ['authRedirect', 'integrationFailed', 'frame'].includes(block.kind))) return []
  const wanted =
    kind === 'dashboard' || target !== path
      ? name
      : kind === 'detail'
        ? rows[0]!.label
        : (layout === 'empty' ? parts[0]?.title : title)?.[language]
  return wanted !== undefined && heading.includes(wanted) ? [] : [`the heading is “${heading}”, not “${wanted}”`]
}

/** What is wrong with a record of an entity, opened beside its list. */
async function wrongRecord(
  { name, detail, fields }: Entity,
  list: Screen,
  language: Language,
): Promise<readonly string[]> {
  // Others refer to the earliest ones.
  const first = (await rowsOf(list, language)).toSorted((a, b) => a.id - b.id)[0]
  if (!first) return ['there is no record']
  const { record, related } = await call<RecordAnswer>('/api/record', { entity: name, id: first.id }, language)
  const tables = detail.related.filter(({ entity, reference }) =>
    related.some((one) => one.entity === entity && one.by === reference && one.rows.length > 0),
  )
  const seen = await lookAt(page, `${list.path}?record=${name}:${record.id}`)
  const names = detail.sections.flatMap((section) => section.fields).filter((field) => isFilled(record.values[field]))
  const texts = [...tables, ...names.map((field) => fields[field]!)].map(({ title }) => title[language]!)
  const notes = detail.notes ? [recordTexts.notes[language]] : []
  const look = { texts: [record.label, ...texts, ...notes], drawn: { dt: 1 } }
  return [...unsound(seen), ...(await lookFor('record', page.locator('.record-body').filter({ visible: true }), look))]
}

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** What is wrong with the open form of a transition. @param from the entity of the record that it was begun on */
async function wrongForm(
  { entity, name: transition, form, inputs, help, documents = [] }: Transition,
  title: string,
  { language, from }: { language: Language; from?: string },
): Promise<readonly string[]> {
  const { fields, documents: declared } = app.entities[entity]!
  const wanted = form
    .filter(({ visibleWhen }) => !visibleWhen)
    .map(({ field: name, input, readOnly }) => {
      const field = input ? inputs[name]! : fields[name]!
      // A request is filled in by the page; the record that a form was begun on is not chosen again.
      const isText = readOnly || field.format === 'request' || (from !== undefined && field.entity === from)
      if (!isText) seenWords.add(`input ${field.type}`)
      return { name, title: field.title[language]!, selector: isText ? '*' : inputShows[field.type] }
    })
  const open = dialog(page)
  const printed = declared.filter(({ name }) => documents.includes(name))
  const texts = [title, ...(help ? [help[language]!] : []), ...printed.map((document) => document.title[language]!)]
  const wrong = [...(await lookFor('form', open, { texts })), ...(await missingInputs(open, wanted))]
  if ((await open.count()) > 0) await giveUp(page, language)
  return wrong.map((one) => `${entity}.${transition}: ${one}`)
}

/** Whether a form is opened: each one with an input that was not seen yet, of the others a sample. */
function isDue(transition: Transition): boolean {
  const types = transition.form.flatMap(({ field, input, readOnly }) =>
    readOnly ? [] : [(input ? transition.inputs[field] : app.entities[transition.entity]!.fields[field])!.type],
  )
  return drawn.has(transition) || types.some((type) => !seenWords.has(`input ${type}`))
}

/** Opens the forms above a list, and on its records those that were not opened yet. */
async function wrongForms(list: Screen, language: Language): Promise<readonly string[]> {
  const wrong: string[] = []
  let isThere = false
  for (const action of list.actions.filter(({ place: where }) => where === 'toolbar')) {
    if (isOpened(action)) continue
    const transition = app.entities[action.entity]!.transitions[action.transition]!
    if (!isDue(transition)) continue
    if (!isThere) await lookAt(page, list.path)
    isThere = true
    await pressAbove(shown(), action.title[language]!)
    wrong.push(...(await wrongForm(transition, action.title[language]!, { language })))
  }
  for (const { id } of await rowsOf(list, language)) {
    const { record } = await call<RecordAnswer>('/api/record', { entity: list.entity, id }, language)
    for (const can of record.can) {
      const [entity, name] = can.includes('.') ? (can.split('.') as [string, string]) : [list.entity!, can]
      if (isOpened({ entity, transition: name })) continue
      const transition = app.entities[entity]!.transitions[name]!
      if (!isDue(transition)) continue
      await lookAt(page, `${list.path}?record=${list.entity}:${id}&run=${can}`)
      wrong.push(...(await wrongForm(transition, transition.title[language]!, { language, from: list.entity })))
    }
  }
  return wrong
}

const opened = new Set<string>()
/** Whether a form was opened before; from now on it was. */
function isOpened({ entity, transition }: { entity: string; transition: string }): boolean {
  const name = `${entity}.${transition}`
  const before = opened.has(name)
  opened.add(name)
  return before
}

describe('the language', () => {
  it('has no key and no word that the product does not use', async () => {
    expect(unusedIn(await kindsSources())).toEqual([])
  })
})

describe.each(languages)('in %s', (language) => {
  beforeAll(() => speak(language))

  it('every screen shows what it is made of', async () => {
    const found: Record<string, readonly string[]> = {}
    for (const [at, screen] of Object.values(app.screens).entries()) {
      if (!isTurn(at, language) || !isShowing(screen)) continue
      const wrong = await wrongWith(screen, language)
      if (wrong.length > 0) found[screen.path] = wrong
    }
    expect(found).toEqual({})
  })

  it('records show what it is made of', async () => {
    const found: Record<string, readonly string[]> = {}
    for (const [at, entity] of Object.values(app.entities).entries()) {
      const list = isTurn(at, language) && drawn.has(entity) ? listOf(entity.name) : undefined
      const wrong = list ? await wrongRecord(entity, list, language) : []
      if (wrong.length > 0) found[entity.name] = wrong
    }
    expect(found).toEqual({})
  })
})

it('forms of transitions have what they ask for', async () => {
  await speak('en')
  const found: string[] = []
  for (const list of Object.values(app.screens).filter(({ kind }) => kind === 'list'))
    found.push(...(await wrongForms(list, 'en')))
  expect(found).toEqual([])
  const above = Object.values(app.screens).flatMap(({ actions, moreLists }) => [
    ...actions,
    ...moreLists.flatMap((list) => list.actions),
  ])
  const isAbove = ({ entity, name }: Transition) =>
    above.some((action) => action.entity === entity && action.transition === name)
  // A record offers all of its own; what creates one is offered where a screen says so.
  const offered = Object.values(app.entities)
    .flatMap(({ transitions }) => Object.values(transitions))
    .filter(({ permissions }) => permissions.some(({ permission }) => permission !== 'system'))
    .filter((transition) => (transition.creates ? isAbove(transition) : listOf(transition.entity) !== undefined))
    .map(({ entity, name }) => `${entity}.${name}`)
  expect(offered.filter((name) => !opened.has(name))).toEqual([])
})

it('a call among other blocks begins with its values, and is absent while its condition fails', async () => {
  await lookAt(page, '/archive/Overview')
  const card = (title: string) => shown().getByRole('region', { name: title, exact: true })
  await expect.poll(() => card('Rename').getByRole('textbox').inputValue()).toBe(keeperName)
  expect(await card('Tidy up as a guest').count()).toBe(0)
})

it('who is outside is shown the pages that are open to all', async () => {
  const outside = await newPage(place, 'en')
  const found: string[] = []
  for (const screen of Object.values(app.screens).filter(({ permissions }) => permissions.includes('public'))) {
    await outside.goto(place.address + screen.path)
    const sight: Sight = { app, language: 'en', name: keeperName, rows: [], data: [] }
    for (const block of screen.blocks.filter(({ visibleWhen }) => !visibleWhen)) {
      const look = blocks[block.kind]?.(block, sight, undefined)
      found.push(...(await lookFor(`block ${block.kind}`, outside.locator('body'), look)))
    }
  }
  await leavePage(outside)
  expect(found).toEqual([])
})

it('something was seen of every word', () => {
  const data = ['queues', 'figures', 'latest', 'reminder', 'checklist']
  const wanted = [
    ...wordsFor('ScreenManifest.kind').map((word) => `screen ${word}`),
    ...[...data, ...Object.keys(pageParts)].map((word) => `block ${word}`),
    ...viewNames.map((word) => `view ${word}`),
    ...wordsFor('Chart.kind').map((word) => `chart ${word}`),
    ...wordsFor('Field.type').flatMap((word) => [`type ${word}`, `input ${word}`]),
    ...wordsFor('Field.format').map((word) => `format ${word}`),
  ]
  expect(wanted.filter((word) => !seenWords.has(word))).toEqual([])
})
