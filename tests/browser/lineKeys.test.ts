// Is a table of lines filled in by keys alone as it was typed? The page in dist, over the fixture.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Field } from '../../src/manifest/model/field'
import { numberColumn } from '../../src/manifest/model/lineRules'
import { formTexts } from '../pageTexts'
import { lists, useStage } from './stage'
import { dialog } from './visitor'

const stage = useStage(join(import.meta.dirname, '../../dist'))
const { app, open } = stage

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

async function openTable() {
  const page = await open(screen.path)
  await page.locator('header').getByRole('button', { name: action.title.zh!, exact: true }).click()
  const table = dialog(page).locator(`[data-ask="${lines!.name}"]`)
  await table.waitFor()
  return {
    page,
    table,
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
  const { page, table, cell } = await openTable()
  const rows = table.locator('tbody tr')
  const removing = table.getByRole('button', { name: formTexts.removeLine.zh.replace('{{line}}', '1').trim() })
  const number = numberColumn(lines!)!.name
  const text = writable(lines!).find(({ type }) => type === 'string')!.name
  const numbers = () => Promise.all([0, 1].map((line) => cell(number, line).locator('input').inputValue()))
  expect(await rows.count()).toBe(1)
  expect(await removing.count()).toBe(0)
  await cell(text).locator('input').fill('a')
  await removing.waitFor()
  await page.keyboard.press('Enter')
  await cell(text, 1).waitFor()
  expect(await numbers()).toEqual(['1', '2'])
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
