// Is a table of lines filled in by keys alone as it was typed? The page in dist, over the fixture.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Field } from '../../src/manifest/model/field'
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

it('Tab passes a choice without choosing, and quick keys land in the cells where they were typed', async () => {
  const page = await open(screen.path)
  await page.locator('header').getByRole('button', { name: action.title.zh!, exact: true }).click()
  const table = dialog(page).locator(`[data-ask="${lines!.name}"]`)
  const cell = (name: string) => table.locator(`td[data-line="0"][data-field="${name}"]`)
  await table.waitFor()
  const cells = writable(lines!)
  const choices = passed(lines!)
  const numbers = cells.slice(cells.indexOf(choices.at(-1)!) + 1).filter(isNumber)
  if ((await cell(choices[0]!.name).count()) === 0)
    await table.getByRole('button', { name: formTexts.addLine.zh }).click()
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
