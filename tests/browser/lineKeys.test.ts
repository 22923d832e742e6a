// Tests filling in a table of lines by keyboard alone, in the built page over the fixture.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Field } from '../../src/manifest/model/field'
import { numberColumn } from '../../src/manifest/model/lineRules'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import type { Call, Reply } from '../../src/protocol/transport'
import { formTexts } from '../pageTexts'
import { createFixture, envelope } from '../ui/fixture'
import { lists, useSite } from './site'
import { dialog, pressOnRow } from './visitor'

const site = useSite(join(import.meta.dirname, '../../dist'))
const { app, open } = site

const isNumber = ({ type }: Field) => ['int', 'money', 'decimal'].includes(type)
const writable = ({ fields }: Field) => Object.values(fields!).filter(({ stored }) => stored)
/** A form above a list, with lines in which two choices and two numbers follow a text. */
const [screen, action, lines] = lists
  .flatMap((list) =>
    list.actions
      .filter(({ place }) => place === 'toolbar')
      .flatMap((one) =>
        app.entities[one.entity]!.transitions[one.transition]!.form.map(
          ({ field }) => [list, one, app.entities[one.entity]!.fields[field]] as const,
        ),
      ),
  )
  .find(([, , field]) => field?.type === 'lines' && passed(field).length > 1)!

/** The choices that follow the first text. */
function passed(field: Field): Field[] {
  const after = writable(field).slice(writable(field).findIndex(({ type }) => type === 'string') + 1)
  return after.slice(
    0,
    after.findIndex(({ type }) => type !== 'choice'),
  )
}

const number = numberColumn(lines!)!.name
/** The number of a line is counted and no cell. */
const shown = writable(lines!).filter(({ name }) => name !== number)
const text = writable(lines!).find(({ type }) => type === 'string')!.name

async function openTable() {
  const page = await open(screen.path)
  await page.locator('header').getByRole('button', { name: action.title.zh!, exact: true }).click()
  const table = dialog(page).locator(`[data-ask="${lines!.name}"]`)
  await table.waitFor()
  return {
    page,
    table,
    rows: table.locator('tbody tr'),
    /** A line that is none yet has no such button. */
    removing: table.getByRole('button', { name: formTexts.removeLine.zh.split('{{line}}')[0]!.trim() }),
    cell: (name: string, line = 0) => table.locator(`td[data-line="${line}"][data-field="${name}"]`),
  }
}

it('Tab passes a choice without choosing, and quick keys land in the cells where they were typed', async () => {
  const { page, cell } = await openTable()
  const cells = writable(lines!)
  const choices = passed(lines!)
  const numbers = cells.slice(cells.indexOf(choices.at(-1)!) + 1).filter(isNumber)
  await cell(cells[cells.indexOf(choices[0]!) - 1]!.name)
    .locator('input')
    .focus()
  for (const { name } of choices) {
    await page.keyboard.press('Tab')
    await cell(name).locator('.ant-select-open').waitFor()
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type('600')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2459')
  await page.keyboard.press('Tab')
  const typed = numbers.slice(0, 2).map(({ name }) => cell(name).locator('input').inputValue())
  expect((await Promise.all(typed)).map((text) => Number(text.replaceAll(',', '')))).toEqual([600, 2459])
  // A required one that is empty asks for a choice.
  for (const { name, required } of choices)
    expect(await cell(name).innerText(), name).toBe(required ? formTexts.pick.zh : '')
})

it('begins with a blank line that becomes one by its first cell, and numbers the lines', async () => {
  const { page, table, rows, removing, cell } = await openTable()
  const sums = table.locator('tfoot')
  const numbers = () => rows.locator('th').allInnerTexts()
  expect(await rows.count()).toBe(1)
  expect([await removing.count(), await sums.count()]).toEqual([0, 0])
  await cell(text).locator('input').fill('a')
  await removing.waitFor()
  await sums.waitFor()
  await page.keyboard.press('Enter')
  await cell(text, 1).waitFor()
  expect(await numbers()).toEqual(['1', '2'])
  expect(await cell(number).count(), 'the number is counted, not asked for').toBe(0)
})

it('Tab takes the choice that was typed', async () => {
  const { page, cell } = await openTable()
  const choice = passed(lines!).find(({ dictionary }) => app.dictionaries[dictionary!]!.items.length > 6)!
  const { title } = app.dictionaries[choice.dictionary!]!.items[1]!
  await cell(choice.name).click()
  await page.keyboard.type(title.zh!)
  await page.keyboard.press('Tab')
  await expect.poll(() => cell(choice.name).innerText()).toBe(title.zh)
  expect(await cell(choice.name).locator(':focus').count()).toBe(0)
})

it('no key makes a line of the blank one, and a line that is removed leaves nothing in its place', async () => {
  const { page, rows, removing, cell } = await openTable()
  const input = cell(text).locator('input')
  for (const key of ['Control+Shift+ArrowDown', 'Control+d', 'Control+Delete', 'Enter']) {
    await input.focus()
    await page.keyboard.press(key)
    // What a key does is drawn before the next one is taken.
    await page.keyboard.press('Shift')
    expect(await removing.count(), key).toBe(0)
  }
  await input.focus()
  await page.keyboard.type('ab')
  await removing.waitFor()
  await page.keyboard.press('Control+Delete')
  await removing.waitFor({ state: 'detached' })
  expect([await rows.count(), await input.inputValue()]).toEqual([1, ''])
})

it('the button that adds a line leads into it', async () => {
  const { page, table, rows, removing, cell } = await openTable()
  await table.getByRole('button', { name: formTexts.addLine.zh }).click()
  await removing.waitFor()
  await page.keyboard.press('Tab')
  expect(await rows.count()).toBe(1)
  expect(await cell(number).locator(':focus').count()).toBe(0)
  expect(await rows.locator(':focus').count()).toBe(1)
})

it('lines pasted beside the cells of an empty table come alone, with what is no number as it was', async () => {
  const { page, table, rows, removing, cell } = await openTable()
  const place = shown.findIndex(isNumber)
  await table.getByRole('region').evaluate((frame, before) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', `${before}5\n${before}6mm`)
    frame.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, '\t'.repeat(place))
  await removing.first().waitFor()
  const pasted = await rows.count()
  const numbers = [0, 1].map((line) => cell(shown[place]!.name, line).locator('input').inputValue())
  expect([pasted, ...(await Promise.all(numbers))]).toEqual([2, '5', '6mm'])
  await page.getByText(/2.*“6mm”/).waitFor()
})

/** The screen with lines that begin with a reference and a text whose default is the name of what it refers to. */
async function withFollowingDefault(call: Call): Promise<Reply> {
  const { data } = (await createFixture(app, 1).transport(call)).body as { data: ScreenAnswer }
  const entity = data.entities[action.entity]!
  const { title } = lines!
  const node = { kind: 'name', type: 'text', scope: 'record', path: ['keeper', 'name'] } as const
  const columns: readonly Field[] = [
    { name: 'keeper', type: 'ref', entity: app.access.identity.accountEntity, title, ...plainColumn },
    { name: 'label', type: 'string', title, default: { node, readPaths: ['keeper.name'] } as never, ...plainColumn },
  ]
  const fields = { ...Object.fromEntries(columns.map((column) => [column.name, column])), ...lines!.fields }
  const changed = { ...entity, fields: { ...entity.fields, [lines!.name]: { ...lines!, fields } } }
  return envelope({ ...data, entities: { ...data.entities, [entity.name]: changed } })
}
const plainColumn = { required: false, stored: true, system: false } as const

it('a default that reads a reference of its line follows it until it is changed', async () => {
  site.fixture.once('/api/screen', withFollowingDefault)
  const { page, cell } = await openTable()
  const label = cell('label').locator('input')
  const keepers = site.fixture.recordsOf(app.access.identity.accountEntity)
  const choose = async (index: number) => {
    await cell('keeper').click()
    await page.keyboard.type(keepers[index]!.label)
    await page.locator('.ant-select-dropdown:visible').getByText(keepers[index]!.label, { exact: true }).first().click()
    await expect.poll(() => cell('keeper').innerText()).toContain(keepers[index]!.label)
  }
  for (const index of [0, 1]) {
    await choose(index)
    await expect.poll(() => label.inputValue()).toBe(keepers[index]!.values.name)
  }
  await label.fill('mine')
  await choose(2)
  expect(await label.inputValue()).toBe('mine')
})

/** An action on a record whose form requires nothing, and its table of lines. */
const [list, optional, table] = Object.values(app.screens)
  .flatMap((one) =>
    one.actions
      .filter(({ place }) => place === 'row')
      .flatMap(({ entity, transition }) => {
        const { fields, transitions } = app.entities[entity]!
        const { form, note } = transitions[transition]!
        const isFree = note !== 'required' && form.every(({ required, readOnly }) => readOnly || !required)
        const asked = form.find(({ field, readOnly }) => !readOnly && fields[field]?.type === 'lines')
        return isFree && asked ? [[one, transitions[transition]!, fields[asked.field]!] as const] : []
      }),
  )
  .find(([, , { fields }]) => Object.values(fields!).some(({ required }) => required))!

it('an untouched blank line is neither checked nor sent', async () => {
  const page = await open(list.path)
  await pressOnRow(page, page.locator('tbody tr[data-row]').first(), optional.title.zh!)
  await dialog(page).locator(`[data-ask="${table.name}"] td[data-line="0"] input`).first().waitFor()
  await dialog(page).locator('.ant-btn-primary').last().click()
  await expect.poll(() => site.fixture.calls.filter(({ path }) => path === '/api/run').length).toBe(1)
  const { body } = site.fixture.calls.find(({ path }) => path === '/api/run')!
  expect((body as { values: Record<string, unknown> }).values[table.name] ?? []).toEqual([])
})
