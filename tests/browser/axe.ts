// Runs axe on a page and returns the violated accessibility rules.
// Runs in one script and skips passing rules, which saves a third of the time.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { beyondEdge } from './beyondEdge'

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

/** What is broken `within` a selector, `without` what another finds, of some rules; absent: everything. */
export async function violationsOf(
  page: Page,
  { within, without, rules }: { within?: string; without?: string; rules?: readonly string[] } = {},
): Promise<Violations> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  if (within) axe.include(within)
  if (without) axe.exclude(without)
  // After the options, which would take its place.
  if (rules) axe.withRules([...rules])
  return (await axe.analyze()).violations
}

/** Nothing is cut off, and nothing broken `within` a selector; absent: on the whole page but its notices. */
export async function expectSound(page: Page, situation: string, within?: string): Promise<void> {
  expect(await beyondEdge(page), `${situation}: nothing is cut off`).toBe('')
  const violations = await violationsOf(page, within === undefined ? { without: '.ant-message' } : { within })
  expect(
    violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
    situation,
  ).toEqual([])
}
