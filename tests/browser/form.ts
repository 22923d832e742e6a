// Fills in forms like a user:
// finds each field by its title and uses the input of its type. Knows no entity.
import { formTexts } from '../pageTexts'
import { isComputed } from '../../src/manifest/model/field'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Transition } from '../../src/manifest/model/transition'
import { keyColumn, numberColumn } from '../../src/manifest/model/lineRules'
import { movePoint } from '../../src/manifest/expression/values/decimalText'
import type { AddressValue } from '../../src/protocol/calls'
import { clockAt } from '../../src/manifest/expression/values/calendar'
import { eventually } from './eventually'
import { titled, type Language } from './visitor'

/** A reference as a user knows it: what is typed to find it and how it is called in the list. */
export interface Named {
  readonly words: string
  readonly label: string
}
export interface Upload {
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
}
/** Numbers as text, dates yyyy-MM-dd, moments ISO 8601, choices by code. */
export type Answer = string | number | boolean | Named | AddressValue | readonly Upload[] | readonly Line[]
export type Line = Readonly<Record<string, Answer>>

/** What a list of choices does not have: the form says no before anything is sent. */
export class NotOffered extends Error {}

export interface FormPlace {
  readonly page: Page
  readonly app: App
  readonly language: Language
}

/**
 * Fills the form of a transition that stands in `form`, in the order in which it asks.
 * @throws when a value is given for something that the form does not ask; NotOffered when one of its lists has none
 * like it
 */
export async function fillForm(
  place: FormPlace,
  form: Locator,
  transition: Transition,
  values: Readonly<Record<string, Answer>>,
  note?: string,
): Promise<void> {
  for (const name of Object.keys(values))
    if (!transition.form.some(({ field }) => field === name))
      throw new Error(`${transition.entity}.${transition.name} does not ask for ${name}`)
  for (const { field: name, editOnlyFields: cells, optionsWhere: options } of transition.form) {
    const value = values[name]
    const field = transition.inputs[name] ?? place.app.entities[transition.entity]!.fields[name]!
    if (value !== undefined)
      await fillField(
        place,
        rowOf(form, field.title[place.language]!),
        field,
        value,
        cells !== undefined || (field.type === 'lines' && options !== undefined),
      )
  }
  if (note !== undefined) await rowOf(form, formTexts.note[place.language]).locator('textarea').fill(note)
}

/** The part of the form under a title; a required one has a star before it. */
function rowOf(form: Locator, title: string): Locator {
  return form.locator('[data-ask]').filter({
    has: form
      .page()
      .locator('label')
      .filter({ hasText: new RegExp(`^\\*?${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) }),
  })
}

async function fillField(place: FormPlace, row: Locator, field: Field, value: Answer, fixed: boolean): Promise<void> {
  await row.waitFor()
  switch (field.type) {
    case 'lines':
      return fillLines(place, row, field, value as readonly Line[], fixed)
    case 'address':
      return fillAddress(row, value as AddressValue)
    case 'files':
      return chooseFiles(place, row, value as readonly Upload[])
    case 'boolean':
      return titled(row.locator('.ant-radio-wrapper'), formTexts[value === true ? 'yes' : 'no'][place.language]).click()
    case 'choice': {
      const open = row.locator('.ant-radio-button-wrapper')
      const title = choiceTitle(place, field, String(value))
      return (await open.count()) > 0 ? titled(open, title).click() : pick(place.page, row, title)
    }
    default:
      return fillInput(place, row, field, value)
  }
}

/** What is alike in a form and in a cell of a line. */
async function fillInput({ page, app, language }: FormPlace, row: Locator, field: Field, value: Answer): Promise<void> {
  switch (field.type) {
    case 'choice':
      return pick(page, row, choiceTitle({ page, app, language }, field, String(value)))
    case 'ref':
      return pick(page, row, (value as Named).label, (value as Named).words)
    case 'date':
      return typeDay(row, String(value))
    case 'datetime':
      return typeDay(
        row,
        clockAt(new Date(String(value)), app.product.timezone)
          .slice(0, 16)
          .replace('T', ' '),
      )
    default: {
      const input = row.locator('input, textarea').first()
      // A part of one is typed in percent.
      const isPart = field.type === 'decimal' && field.format === 'percent'
      await input.fill(isPart ? movePoint(String(value), 2) : String(value))
      return input.blur()
    }
  }
}

function choiceTitle({ app, language }: FormPlace, field: Field, code: string): string {
  const item = app.dictionaries[field.dictionary ?? '']?.items.find((one) => one.code === code)
  if (!item) throw new Error(`${field.name} has no choice ${code}`)
  return item.title[language]!
}

/**
 * Chooses from a list that opens; `words` are typed to find it. A form that is drawn anew closes the list, and what is
 * typed goes with it, so both are looked at each time.
 */
async function pick(page: Page, row: Locator, label: string, words?: string): Promise<void> {
  const box = row.getByRole('combobox')
  const search = async () => {
    if ((await box.getAttribute('aria-expanded')) !== 'true') await row.locator('.ant-select-selector').click()
    if (words !== undefined && (await box.inputValue()) !== words) await box.fill(words)
    // The list of this input: one that closes elsewhere, in a tab that was behind, is still drawn. An input that was
    // only just drawn has no id of its own yet.
    await eventually(
      () => box.getAttribute('aria-controls'),
      (value) => expect(value).toMatch(/^(?!undefined)./),
    )
    const items = page.locator(`[id="${await box.getAttribute('aria-controls')}"]`)
    const list = page.locator('.ant-select-dropdown').filter({ has: items })
    const option = list.locator('.ant-select-item-option').filter({ has: page.getByText(label, { exact: true }) })
    const none = list.getByText(new RegExp(`^(${Object.values(formTexts.noMatch).join('|')})$`))
    const isOffered = await option.first().isVisible()
    return { list, option, isOffered, isSettled: isOffered || (await none.isVisible()) }
  }
  let searched = await search()
  await eventually(
    async () => (searched = await search()).isSettled,
    (value) => expect(value).toBe(true),
  )
  const { list, option, isOffered } = searched
  if (isOffered) await option.click()
  else await box.blur()
  await list.waitFor({ state: 'hidden' })
  if (!isOffered) throw new NotOffered(label)
}

/** Presses a day of the next month and an hour in the panel of an input. */
export async function pressMoment(input: Locator, hour: string): Promise<Locator> {
  await input.click()
  const panel = input.page().locator('.ant-picker-dropdown:visible')
  await panel.locator('.ant-picker-header-next-btn').click()
  await input.hover()
  await panel.locator('td.ant-picker-cell-in-view').nth(14).click()
  const hours = panel.locator('.ant-picker-time-panel-column').first().locator('li')
  await hours.filter({ hasText: hour }).click()
  return panel
}

async function typeDay(row: Locator, text: string): Promise<void> {
  const input = row.locator('input')
  await input.click()
  await input.fill(text)
  await input.press('Enter')
  await eventually(
    () => input.inputValue(),
    (value) => expect(value).toBe(text),
  )
  await input.blur()
  await eventually(
    () => row.page().locator('.ant-picker-dropdown:visible').count(),
    (value) => expect(value).toBe(0),
  )
}

async function fillAddress(row: Locator, { province, city, district, detail }: AddressValue): Promise<void> {
  const parts = row.locator('input')
  const texts = [province, city, district, detail]
  for (const [at, text] of texts.entries()) {
    await parts.nth(at).click()
    await parts.nth(at).fill(text)
    await eventually(
      () => parts.nth(at).inputValue(),
      (value) => expect(value).toBe(text),
    )
  }
  await parts.nth(3).blur()
  // What was typed into one part stays while the others are typed.
  for (const [at, text] of texts.entries()) expect(await parts.nth(at).inputValue()).toBe(text)
}

/** Puts these files in the place of those that are there, and waits until the server has them. */
async function chooseFiles(place: FormPlace, row: Locator, files: readonly Upload[]): Promise<void> {
  await beginUploads(place, row, files)
  // Sent: a tile each that can be looked at.
  const looking = formTexts.previewFile[place.language].split('{{name}}')[0]!.trim()
  await eventually(
    () => row.getByRole('button', { name: new RegExp(`^${looking}`) }).count(),
    (value) => expect(value).toBe(files.length),
  )
}

async function beginUploads({ page, language }: FormPlace, row: Locator, files: readonly Upload[]): Promise<void> {
  const removing = formTexts.removeFile[language].split('{{name}}')[0]!.trim()
  const remove = row.getByRole('button', { name: new RegExp(`^${removing}`) })
  while ((await remove.count()) > 0) await remove.first().click()
  const choosing = page.waitForEvent('filechooser')
  await row.locator('button').first().click()
  await (await choosing).setFiles(files.map(({ name, mimeType, bytes }) => ({ name, mimeType, buffer: bytes })))
}

/**
 * Writes these lines in the place of those that are there; into `fixed` ones, which stay, only what is asked of each.
 */
async function fillLines(
  place: FormPlace,
  row: Locator,
  field: Field,
  lines: readonly Line[],
  fixed: boolean,
): Promise<void> {
  const { page, language } = place
  const rows = row.locator('tbody tr').filter({ has: page.locator('td[data-line]') })
  if (fixed) {
    await eventually(
      () => rows.count(),
      (value) => expect(value).toBe(lines.length),
    )
    return fillReadyLines(place, rows, field, lines)
  }
  // A set of few records is drawn as checkboxes, once the server has offered them; else it is a table.
  const set = row.locator('[role=group] .ant-checkbox-wrapper')
  const adding = row.getByRole('button', { name: formTexts.addLine[language] })
  await set.first().or(adding.first()).waitFor()
  if ((await set.count()) > 0) return tickRecords(set, field, lines)
  const removing = formTexts.removeLine[language].split('{{line}}')[0]!.trim()
  // The blank line that a table begins with has no button.
  const removable = rows.getByRole('button', { name: new RegExp(`^${removing}`) })
  while ((await removable.count()) > 0) await removable.first().click()
  // Files come out of no spreadsheet.
  const pasted =
    lines.length > mostTyped &&
    !lines.some((line) => Object.keys(line).some((name) => field.fields?.[name]?.type === 'files'))
  const typed = pasted ? 1 : lines.length
  for (const [at, line] of lines.slice(0, typed).entries()) {
    await addLine(row, rows.nth(at), language)
    await fillLine(place, rows.nth(at), field, line)
  }
  if (typed === lines.length) return
  await addLine(row, rows.nth(typed), language)
  await pasteLines(place, rows.nth(typed), field, lines.slice(typed))
  await eventually(
    () => rows.count(),
    (value) => expect(value).toBe(lines.length),
  )
}

/** Ticks the records of these lines and no other. */
async function tickRecords(boxes: Locator, field: Field, lines: readonly Line[]): Promise<void> {
  const [column] = Object.values(field.fields!)
  const labels = lines.map((line) => (line[column!.name] as Named).label)
  for (const label of labels)
    await eventually(
      () => boxes.filter({ hasText: label }).count(),
      (value) => expect(value).toBe(1),
    )
  for (const box of await boxes.all()) {
    const text = await box.innerText()
    await box.locator('input').setChecked(labels.some((label) => text.startsWith(label)))
  }
}

/** Lines that stand there already and neither come nor go: each by what tells it from the others, else by its place. */
async function fillReadyLines(place: FormPlace, rows: Locator, field: Field, lines: readonly Line[]): Promise<void> {
  const key = keyColumn(field)
  for (const [at, line] of lines.entries()) {
    const { [key?.name ?? '']: code, ...rest } = line
    const ready =
      code === undefined
        ? rows.nth(at)
        : rows.filter({ has: place.page.getByText(choiceTitle(place, key!, String(code)), { exact: true }) })
    await fillLine(place, ready, field, rest)
  }
}

async function fillLine(place: FormPlace, row: Locator, field: Field, line: Line): Promise<void> {
  for (const [name, value] of Object.entries(line)) {
    const column = field.fields?.[name]
    if (!column) throw new Error(`${field.name} has no column ${name}`)
    // A line is numbered by itself.
    if (column === numberColumn(field)) {
      expect(await row.locator('th').innerText()).toBe(String(value))
      continue
    }
    await fillCell(place, row.locator(`td[data-field="${name}"]`), column, value)
  }
}

/** Longer tables come out of a spreadsheet. */
const mostTyped = 3

async function addLine(row: Locator, added: Locator, language: Language): Promise<void> {
  await row.getByRole('button', { name: formTexts.addLine[language] }).click()
  await added.waitFor()
}

/** Lines copied from a spreadsheet, pasted into the first cell of a row. */
async function pasteLines(
  { page, app, language }: FormPlace,
  row: Locator,
  field: Field,
  lines: readonly Line[],
): Promise<void> {
  const columns = Object.values(field.fields ?? {}).filter(
    (column) => !isComputed(column) && column !== numberColumn(field),
  )
  const textOf = (column: Field, value: Answer | undefined): string => {
    if (value === undefined) return ''
    if (column.type === 'choice') return choiceTitle({ page, app, language }, column, String(value))
    if (column.type === 'boolean') return formTexts[value === true ? 'yes' : 'no'][language]
    return column.type === 'ref' ? (value as Named).label : String(value)
  }
  const table = lines.map((line) => columns.map((column) => textOf(column, line[column.name])).join('\t')).join('\n')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), table)
  await row.locator('td[data-line]').first().locator('input, button').first().focus()
  await page.keyboard.press('Control+v')
}

async function fillCell(place: FormPlace, cell: Locator, column: Field, value: Answer): Promise<void> {
  if (column.type === 'boolean') return cell.locator('input').setChecked(value === true)
  // What is more than typing rests as text until the user comes.
  const resting = cell.locator(':scope > button')
  if ((await resting.count()) > 0) await resting.click()
  if (column.type !== 'files' && column.type !== 'address') return fillInput(place, cell, column, value)
  const popped = place.page.locator('.ant-popover:visible')
  const leave = async () => {
    // Anywhere else closes it.
    await cell.locator('xpath=..').getByRole('rowheader').click()
    await popped.waitFor({ state: 'hidden' })
  }
  if (column.type === 'files')
    return fillLeavingEarly(place, cell, { popped, leave, files: value as readonly Upload[] })
  await fillAddress(popped, value as AddressValue)
  await leave()
}

interface FilesCell {
  readonly popped: Locator
  readonly leave: () => Promise<void>
  readonly files: readonly Upload[]
}

/** Leaves a cell while its files are on their way: they are in it when they have arrived. */
async function fillLeavingEarly(place: FormPlace, cell: Locator, { popped, leave, files }: FilesCell): Promise<void> {
  const { path } = Object.values(place.app.endpoints).find(({ operation }) => operation === 'upload')!
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await place.page.route(`**${path}`, async (route) => {
    await isReleased
    await route.continue()
  })
  await beginUploads(place, popped, files)
  await leave()
  await eventually(
    () => cell.innerText(),
    (value) => expect(value).toContain(formTexts.stillUploading[place.language]),
  )
  release()
  await eventually(
    () => cell.innerText(),
    (value) => expect(value).not.toContain(formTexts.stillUploading[place.language]),
  )
  expect((await cell.innerText()).trim()).not.toBe('')
  await place.page.unroute(`**${path}`)
}
