// Checks that a choice is found by the words of its title and by no others. Not a test itself; run
// on the library and the shipped product.
import { describe, expect, it } from 'vitest'
import type { App } from '../../../src/manifest/model/app'
import { planningOf } from '../../../src/server/query/expression/planning'
import { RowSource } from '../../../src/server/query/expression/rowSource'
import {
  parseSearchText,
  matchingCodes,
  searchedFields,
  textSearchSql,
} from '../../../src/server/query/search/textSearch'

/** Every entity of a product that is searched by a choice. */
export function describeSearchedChoices(app: App): void {
  const reader = { codes: new Set<string>(), administrator: true, system: false }
  const coded = Object.values(app.entities).flatMap((entity) =>
    searchedFields(app, entity, reader).flatMap((path) =>
      entity.fields[path]?.type === 'choice' ? [[entity.name, entity, path] as const] : [],
    ),
  )

  describe.each(coded)('%s', (_, entity, path) => {
    const items = app.dictionaries[entity.fields[path]!.dictionary!]!.items
    const sqlOf = (words: string) => {
      const { shape } = parseSearchText(words, matchingCodes(app, entity, reader, 'zh'))
      return textSearchSql(RowSource.of(planningOf(app, 'zh', false), entity), reader, shape, 0)!.text
    }

    it('is found by every title, and by a part of it in other letters', () => {
      for (const { code, title } of items)
        expect(sqlOf(title.zh!.replace(/\s+.*/, '').toLowerCase())).toContain(`'${code}'`)
    })

    it('is not asked by a word that no title holds', () => {
      const text = sqlOf('zzzz')
      expect(text).not.toContain(`"${path}"`)
      for (const { code } of items) expect(text).not.toContain(`'${code}'`)
    })
  })

  it('some entities are searched by a choice', () => expect(coded.length).toBeGreaterThan(0))
}
