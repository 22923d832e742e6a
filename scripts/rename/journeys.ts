// Renames in journeys, which are no part of the product: their own check reports the former name.
import type { Source } from '../../src/manifest/json/source'
import type { App } from '../../src/manifest/model/app'
import { checkJourneys } from '../journeys/checkJourneys'
import { maxPasses, replacedAll, RenameProblem, type Renamed, type Renaming } from './renaming'

/** Journeys and their accounts. */
interface Walked {
  readonly journeys: readonly Source[]
  readonly accounts: readonly string[]
}

/**
 * @param before the product under the former names
 * @throws RenameProblem if a valid journey would become invalid
 */
export function renamedJourneys(
  { journeys, accounts }: Walked,
  before: App,
  { app, sources }: Renamed,
  renaming: Renaming,
): readonly Source[] {
  let texts = journeys
  for (let pass = 0; pass < maxPasses; pass++) {
    const problems = checkJourneys({ app, sources, accounts }, texts)
    const next = replacedAll(texts, problems, before, renaming)
    if (next !== undefined) texts = next
    else if (problems.length === 0) return texts
    else throw new RenameProblem('These journeys stand in the way.', problems)
  }
  throw new RenameProblem(`Journeys have the former name after ${maxPasses} passes.`)
}
