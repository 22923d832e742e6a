// Tests that the shipped manifests contain few copied rules, as listed by `npm run check --
// --copies`.
import { describe, expect, it } from 'vitest'
import { copiedRules } from '../../scripts/copiedRules'
import { schemasFolder } from '../../scripts/compiled'
import { readSources } from '../../src/server/workers/readManifests'

describe('the rules of the shipped manifests', () => {
  const { places, share, longest } = copiedRules(readSources(schemasFolder))

  it('are copied nowhere, or nearly', () => {
    expect(places).toBeGreaterThan(300)
    expect(share).toBeLessThan(1)
  })

  it('are none of a product without rules', () => expect(copiedRules([]).share).toBe(0))

  it('can be read in one breath', () => expect(longest.length).toBeLessThanOrEqual(200))
})
