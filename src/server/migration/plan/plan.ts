// Plans a change of the manifests: what it means for the product and its data before it is live.
import { changedPartsInSteps, type ChangedParts } from '../../../manifest/access/parts/changedParts'
import type { App } from '../../../manifest/model/app'
import type { PrintedProblem } from '../../../manifest/problems/print'
import type { Database } from '../../database/connection/openDatabase'
import type { Transaction } from '../../database/connection/transaction'
import type { Migrated } from '../migrate'
import { inSlices, stepsInSlices } from '../../workers/timeSlices'
import { printedRefusals } from '../refusal'
import { changeLines, filledSections, verdictOf, type DataFindings, type PlanLines, type Verdict } from './planLines'
import { recordsInFlight } from './recordsInFlight'
import { inBoundedTime, NotRehearsed, rehearse } from './rehearse'
import { heldRoles } from './rightsByRole'
import { roleChanges, type RoleChange } from './roleChanges'
import { savedLayouts } from './savedLayouts'
import { silencedWebhooks } from './silencedWebhooks'

export interface Plan {
  readonly verdict: Verdict
  /** The obstacles, printed with file, line and caret. */
  readonly problems: readonly PrintedProblem[]
  readonly sections: readonly PlanLines[]
}

interface PlannedChange {
  readonly before: App
  readonly after: App
  readonly warnings: readonly PrintedProblem[]
  readonly now: Date
  /** The text of a manifest of `after`, to point at a line. */
  readonly textOfFile: (path: string) => string | undefined
  /** What the migration did, if the change is live already; then nothing is rehearsed. */
  readonly migrated?: Migrated
}

/** Changes nothing: the migration runs in a transaction that is rolled back. */
export async function planChange(database: Database, change: PlannedChange): Promise<Plan> {
  const { before, after, textOfFile } = change
  const parts = await stepsInSlices(changedPartsInSteps(before, after))
  const findings = await findingsOf(database, change, parts)
  const lines = changeLines({ ...change, parts }, findings)
  return {
    verdict: verdictOf(lines, before.revision === after.revision),
    problems: printedRefusals(findings.rehearsal?.refusals ?? [], textOfFile),
    sections: filledSections(lines),
  }
}

async function findingsOf(database: Database, change: PlannedChange, parts: ChangedParts): Promise<DataFindings> {
  const { before, after, now, migrated } = change
  const held = await heldRoles(database.owner.query, before)
  const rolesWith = async (granted: Migrated['granted']) => {
    const changes: RoleChange[] = []
    const grants = grantsOf(after, granted)
    await inSlices(held, (role) => changes.push(...roleChanges(before, after, [role], grants)))
    return changes
  }
  let seen: Pick<DataFindings, 'stranded' | 'saved' | 'silenced'> = { stranded: [], saved: [], silenced: [] }
  const look = async (tx: Transaction) => {
    seen = {
      stranded: await recordsInFlight(tx, { before, after, parts, now }),
      saved: await savedLayouts(tx, change, parts),
      silenced: await silencedWebhooks(tx, before, { after, now }),
    }
  }
  const live = migrated && { rehearsal: { ...migrated, refusals: [], indexes: [] } }
  try {
    if (live) {
      await inBoundedTime(database, look)
      return { ...live, roles: await rolesWith([]), ...seen }
    }
    const rehearsal = await rehearse(database, after, look)
    return { rehearsal, roles: await rolesWith(rehearsal.granted), ...seen }
  } catch (error) {
    if (!(error instanceof NotRehearsed)) throw error
    return { ...live, reason: error.reason, roles: await rolesWith([]), ...seen }
  }
}

/** The grants of the change to roles, in their order. */
const grantsOf = ({ access }: App, granted: Migrated['granted']) =>
  access.grants.filter(({ code }) => granted.some((other) => other.code === code))
