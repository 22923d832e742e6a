// Is a choice found by the words of its title, and does a word that is in no title leave it out? All entities of the manifests that are searched by a choice.
import { describe, expect, it } from 'vitest'
import { Frame, planningOf } from '../../../src/server/plan/frame'
import { checkWords, codesOfWords, wordFields, wordsSql } from '../../../src/server/plan/words-sql'
import { readSchemas } from '../../whole/schemas'

const app = readSchemas()
const reader = { codes: new Set<string>(), administrator: true, system: false }
const coded = Object.values(app.entities).flatMap((entity) =>
  wordFields(app, entity, reader).flatMap((path) =>
    entity.fields[path]?.type === 'choice' ? [[entity.name, entity, path] as const] : [],
  ),
)

describe.each(coded)('%s', (_, entity, path) => {
  const items = app.dictionaries[entity.fields[path]!.dictionary!]!.items
  const sqlOf = (words: string) => {
    const { shape } = checkWords(words, codesOfWords(app, entity, reader, 0))
    return wordsSql(Frame.of(planningOf(app, 0, false), entity), wordFields(app, entity, reader), shape, 0)!.text
  }

  it('is found by every title, and by a part of it in other letters', () => {
    for (const { code, title } of items)
      expect(sqlOf(title[0].replace(/\s+.*/, '').toLowerCase())).toContain(`'${code}'`)
  })

  it('is not asked by a word that no title holds', () => {
    const text = sqlOf('zzzz')
    expect(text).not.toContain(`"${path}"`)
    for (const { code } of items) expect(text).not.toContain(`'${code}'`)
  })
})

it('some entities are searched by a choice', () => expect(coded.length).toBeGreaterThan(0))
