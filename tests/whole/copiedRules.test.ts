// Tests that the shipped manifests contain few copied rules, as listed by `npm run check --
// --copies`.
import { describe, expect, it } from 'vitest'
import { copiedRules } from '../../scripts/copiedRules'
import { schemasFolder } from '../../scripts/compiled'
import { readSources } from '../../src/server/workers/readManifests'

interface Checked {
  readonly checks?: readonly { readonly rule: string; readonly message: unknown }[]
}

describe('the rules of the shipped manifests', () => {
  const sources = readSources(schemasFolder)
  const { places, share, longest } = copiedRules(sources)

  it('are copied nowhere, or nearly', () => {
    expect(places).toBeGreaterThan(300)
    expect(share).toBeLessThan(1)
  })

  it('are none of a product without rules', () => expect(copiedRules([]).share).toBe(0))

  it('stand in one check where several transitions need it', () => {
    const repeated = sources
      .filter(({ path }) => path.endsWith('.entity.json'))
      .flatMap(({ path, text }) => {
        const { transitions = {} } = JSON.parse(text) as { readonly transitions?: Readonly<Record<string, Checked>> }
        const written = Object.values(transitions).flatMap(({ checks = [] }) =>
          checks.map(({ rule, message }) => JSON.stringify([path, rule, message])),
        )
        return written.filter((check, index) => written.indexOf(check) < index)
      })
    expect(repeated).toEqual([])
  })

  it('can be read in one breath', () => expect(longest.length).toBeLessThanOrEqual(200))
})
