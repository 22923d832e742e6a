// Proves what `npm run new` makes of unknown codes and wrong arguments, and its titles.
import { expect, it } from 'vitest'
import { wishOf } from '../../scripts/new/wish'
import { written } from '../../scripts/new/written'
import { compiledFixture, fixture } from './sources'

const app = compiledFixture()
const wished = (words: string, values: object) => wishOf(app, { words: words.split(' '), values, isNamed: true })

it('makes the code that a new module names', async () => {
  const wish = await wished('module cellar', { title: '地窖,Cellar', code: 'p_wine' })
  const { files, ownCode } = written(app, fixture(), wish)
  expect(ownCode).toBe('p_wine')
  expect(JSON.parse(files[0]!.text)).toMatchObject({
    permissions: ['p_wine'],
    codes: { p_wine: ['地窖', 'Cellar'] },
  })
})

it('tells the way out of an unknown code, and what a document takes', async () => {
  await expect(wished('list lending Lent', { entity: 'loan', code: 'boks' })).rejects.toThrow(
    'There is no permission code boks. Did you mean "books"? Leave --code out for a new one',
  )
  await expect(wished('document lending slip', { entity: 'loan' })).rejects.toThrow('document <entity> <name>')
})

it.each([
  ['list', '图书', 'Book'],
  ['report', '图书报表', 'Book report'],
  ['calendar', '图书日历', 'Book calendar'],
])('titles a %s after the entity and its kind', async (kind, ...titles) => {
  const { files } = written(app, fixture(), await wished(`${kind} lending Added`, { entity: 'book', code: 'books' }))
  expect(JSON.parse(files[0]!.text)).toMatchObject({ title: titles })
})
