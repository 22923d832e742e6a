// Tests that an open print preview follows a saved manifest of its document.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { documentTexts } from '../pageTexts'
import { documentsOf, printable } from '../whole/printable'
import { readSchemas } from '../whole/schemas'
import { usePlace } from './usePlace'
import { dialog, giveToken, newPage } from './visitor'

const app = readSchemas()
const { entity, document } = documentsOf(app).find(({ document: one }) => one.name === 'contract')!
const list = Object.values(app.screens).find(({ printActions }) =>
  printActions.some((action) => action.document === document.name),
)!
const place = usePlace({ watch: true })
let page: Page

beforeAll(async () => {
  page = await newPage(place)
  await giveToken(page.context(), place, await place.teller.token('owner'))
})

async function save(...changes: readonly (readonly [string, string])[]): Promise<void> {
  const file = join(place.product.schemas, 'order', `${entity.name}.entity.json`)
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
  )
}

it('shows a paper of one language in it, whichever its reader has', async () => {
  const record = await printable(place.product, place.teller, { entity, document })
  const english = await newPage(place, 'en')
  await giveToken(english.context(), place, await place.teller.token('owner'))
  await english.goto(`${place.address}${list.path}?record=${entity.name}:${record.id}`)
  await english
    .getByRole('button', { name: document.title.en! })
    .or(english.getByRole('button', { name: documentTexts.choose.en }))
    .click()
  const sheet = dialog(english).getByRole('region', { name: /第 1 \/ \d+ 页/ })
  await sheet.getByRole('heading', { level: 1, name: document.title.zh! }).waitFor()
  const text = await sheet.innerText()
  expect(text).toContain(entity.states[record.state!]!.title.zh)
  expect(text).not.toMatch(/Effective|Customer|Parties/)
  await dialog(english).getByRole('button', { name: documentTexts.print.en, exact: true }).waitFor()
  await english.close()
})

it('shows each sound manifest as it is saved', async () => {
  const record = await printable(place.product, place.teller, { entity, document })
  await page.goto(`${place.address}${list.path}?record=${entity.name}:${record.id}`)
  await page
    .getByRole('button', { name: document.title.zh! })
    .or(page.getByRole('button', { name: documentTexts.choose.zh }))
    .click()
  const sheet = dialog(page).getByRole('region', { name: /第 1 \/ \d+ 页/ })
  await sheet.waitFor()

  await save([document.title.zh!, '家具定制合同书'], ['"双方"', '"合同双方"'])
  await sheet.getByRole('heading', { level: 1, name: '家具定制合同书' }).waitFor()
  await sheet.getByRole('heading', { level: 2, name: '合同双方' }).waitFor()

  await save(['"sections"', '"sektions"'])
  await save(['"sektions"', '"sections"'], ['合同双方', '双方当事人'])
  await sheet.getByRole('heading', { level: 2, name: '双方当事人' }).waitFor()
})
