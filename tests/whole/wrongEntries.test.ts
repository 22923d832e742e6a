// Tests that a wrong entry of a list ends no compilation, for each list of the language.
import { expect, it } from 'vitest'
import { compile } from '../../src/manifest/compile'
import type { Source } from '../../src/manifest/json/source'
import { kindsSources } from '../browser/kindsSources'
import { sampleOf } from './sample'

interface List {
  readonly source: Source
  readonly withWrongEntry: () => string
}

/** The lists of the manifests, by kind of file, key and the place of the wrong entry. */
function listsOf(sources: readonly Source[]): ReadonlyMap<string, List> {
  const lists = new Map<string, List>()
  for (const source of sources) {
    const kind = source.path.split('.').at(-2)!
    // Settings of an endpoint are judged by the server that has it.
    if (kind === 'endpoint') continue
    const manifest = JSON.parse(source.text) as unknown
    const walk = (value: unknown, key: string): void => {
      if (typeof value !== 'object' || value === null) return
      if (Array.isArray(value) && value.length > 0)
        for (const place of [0, -1]) {
          const wrong = value.with(place, typeof value.at(place) === 'object' ? '' : {}) as unknown
          const withWrongEntry = () => JSON.stringify(manifest, (_, one: unknown) => (one === value ? wrong : one))
          lists.set(`${kind} ${key} ${place}`, { source, withWrongEntry })
        }
      for (const [name, part] of Object.entries(value)) walk(part, Array.isArray(value) ? key : name)
    }
    walk(manifest, '')
  }
  return lists
}

it('a wrong entry of a list ends no compilation, and is told with its file', async () => {
  const sources = await kindsSources()
  expect(compile(sources).ok).toBe(true)
  const lists = [...listsOf(sources)]
  expect(lists.length).toBeGreaterThan(300)
  for (const [key, { source, withWrongEntry }] of sampleOf(lists, 0.25)) {
    const compiled = compile(sources.map((other) => (other === source ? { ...other, text: withWrongEntry() } : other)))
    const problems = compiled.ok ? [] : compiled.problems.filter(({ file }) => file === source.path)
    expect(problems, key).not.toEqual([])
  }
})
