// How does somebody change her own account? Through the transition that the options name, on her own record, with all its rules.
import { randomUUID } from 'node:crypto'
import { runDependencies } from '../committed'
import { loadRecords } from '../plan/load'
import type { Operation } from './operation'
import { runTransition } from './run'

/** Options: transition, of the entity whose records sign in. Input: what it asks. */
export const runOwn: Operation = {
  check({ options }, app) {
    const { account } = app.access.identity
    const transition = app.entities[account]?.transitions[String(options.transition)]
    if (!transition || transition.creates)
      return [`options.transition must name a transition of ${account} that changes a record.`]
    return []
  },
  async run(context, input, { options }) {
    const { app, caller, now } = context
    const entity = app.access.identity.account
    const id = Number(caller.me.id)
    const [record] = await loadRecords(context, { entity, paths: [], where: { ids: [id] }, scoped: false })
    return runTransition(
      runDependencies(context),
      caller,
      {
        entity,
        transition: String(options.transition),
        id,
        version: Number(record?.version),
        values: input,
        key: randomUUID(),
      },
      now,
    )
  },
}
