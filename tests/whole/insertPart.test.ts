// A part that `npm run new` or `npm run rename` adds to a manifest changes no other character of it.
import { expect, it } from 'vitest'
import { insertPart } from '../../scripts/new/insertPart'
import { withFormerNames } from '../../scripts/rename/formerNames'
import { readSources } from '../../src/server/workers/readManifests'

const part = { title: ['新', 'New'], fields: ['name', 'state'] }

it('inserts a part between characters that stay as they are, in every manifest', () => {
  const sources = readSources('schemas').filter(({ path }) => path.endsWith('.json'))
  expect(sources.length).toBeGreaterThan(20)
  for (const source of sources) {
    const { text } = insertPart(source, ['added', 'part'], part)
    const start = [...source.text].findIndex((letter, index) => letter !== text[index])
    const length = text.length - source.text.length
    expect(text.slice(0, start) + text.slice(start + length), source.path).toBe(source.text)
    expect(JSON.parse(text), source.path).toEqual({ ...JSON.parse(source.text), added: { part } })
  }
})

it.each([
  ['{}', ['a'], '{\n  "a": 1\n}'],
  ['{\n    "x":[ 1,2 ],\n    "b": { "c":2 }\n}\n', ['b', 'a'], '{\n    "x":[ 1,2 ],\n    "b": { "c":2, "a": 1 }\n}\n'],
  ['{\n    "x":[ 1,2 ]\n}\n', ['a'], '{\n    "x":[ 1,2 ],\n    "a": 1\n}\n'],
  ['{\n\t"b": []\n}\n', ['b', -1], '{\n\t"b": [\n\t  1\n\t]\n}\n'],
  ['{ "b": [\n  2\n] }', ['b', -1], '{ "b": [\n  2,\n  1\n] }'],
  ['{\r\n  "b": 2\r\n}\r\n', ['c', 'a'], '{\r\n  "b": 2,\r\n  "c": {\r\n    "a": 1\r\n  }\r\n}\r\n'],
] as const)('writes into %j at %j', (text, path, expected) => {
  expect(insertPart({ path: 'app.json', text }, path, 1).text).toBe(expected)
})

it('replaces no value', () => {
  expect(() => insertPart({ path: 'app.json', text: '{"a":{"b":2}}' }, ['a', 'b'], 1)).toThrow('a.b')
})

it.each([
  ['{\n  "x":[ 1,2 ]\n}\n', '{\n  "x":[ 1,2 ],\n  "migration": {\n    "rename": {\n      "b": "c"\n    }\n  }\n}\n'],
  ['{ "x":[ 1,2 ], "migration":{"rename" :{ "a": "b" }} }', '{ "x":[ 1,2 ], "migration":{"rename" :{ "b": "c" }} }'],
  [
    '{ "migration":{ "rename":{"z":"y" ,"b":"a"}, "x":[ 1,2 ] } }',
    '{ "migration":{ "rename":{"b":"c"}, "x":[ 1,2 ] } }',
  ],
])('writes former names into %j', (text, expected) => {
  const [source] = withFormerNames([{ path: 'a.json', text }], 'a.json', ['rename'], { b: 'c' })
  expect(source!.text).toBe(expected)
})

it.each([
  ['{ "migration": { "from": "a",  "x":1 } }', '{ "migration": { "from": ["a", "b"],  "x":1 } }'],
  ['{ "migration": { "from": ["z"],  "x":1 } }', '{ "migration": { "from": ["a", "b"],  "x":1 } }'],
])('replaces a list of former names in %j', (text, expected) => {
  const [source] = withFormerNames([{ path: 'x/a.json', text }], '/a.json', ['from'], ['a', 'b'])
  expect(source!.text).toBe(expected)
})
