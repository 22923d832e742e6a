// Does everything still hold? The invariants of every record that this request wrote, after all effects, on what the database holds now.
import { entityNamed } from '../plan/frame'
import { faultOf } from './guard'
import { Reader } from './reader'
import { Subject } from './subject'
import { contextOf, systemCaller, type Work } from './work'

/**
 * Reads the records anew, one statement an entity.
 * @throws Fault 2001 with the message of an invariant that does not hold
 */
export async function checkInvariants(work: Work): Promise<void> {
  work.facts.forgetAll()
  const reader = new Reader(work.app, contextOf(work, systemCaller(work.starter)), work.facts)
  for (const [name, written] of work.written) {
    const entity = entityNamed(work.app, name)
    if (entity.invariants.length === 0) continue
    const all = [...written.keys()].map((id) => ({ record: new Subject(work.app, entity, id, {}) }))
    await reader.prepare(all.map((names) => ({ names, rules: entity.invariants.map(({ rule }) => rule) })))
    for (const names of all) {
      const broken = entity.invariants.find(({ rule }) => !reader.holds(names, rule))
      if (broken) throw await faultOf(work, reader, names, broken)
    }
  }
}
