// Tests that a picker of records does not search for the letters of an unfinished composition.
import { expect, it } from 'vitest'
import { useSite } from './site'

const site = useSite('dist')

/** A list with a filter by records of another entity. */
const [screen, field] = Object.values(site.app.screens)
  .filter(({ kind, hideInMenu, signInTo, states }) => kind === 'list' && !hideInMenu && !signInTo && !states)
  .flatMap((list) =>
    list.filters
      .map((column) => site.app.entities[list.entity!]!.fields[column.field])
      .filter((filter) => filter?.type === 'ref')
      .map((filter) => [list, filter!] as const),
  )
  .at(0)!

it('but for the word that it becomes', async () => {
  const page = await site.open(screen.path)
  const words: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/options')) words.push((request.postDataJSON() as { words?: string }).words)
  })
  const filter = page.locator('form.search').getByRole('combobox', { name: field.title.zh!, exact: true })
  await filter.click()
  await expect.poll(() => words).toEqual([undefined])
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['w', 'wa', 'wang'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  expect(await filter.inputValue()).toBe('wang')
  // Timers of one length end in their order: the pause after the last letter is over.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 400)))
  expect(words).toEqual([undefined])
  await keyboard.send('Input.insertText', { text: '王' })
  expect(await filter.inputValue()).toBe('王')
  await expect.poll(() => words).toEqual([undefined, '王'])
})
