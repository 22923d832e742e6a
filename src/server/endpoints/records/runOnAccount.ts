// Changes the caller's own account through the transition of the options, with all its rules.
import { randomUUID } from 'node:crypto'
import { runDependencies } from '../../mutation/runDependencies'
import { loadRecords } from '../../query/records/loadRecords'
import type { Operation } from '../contract/operation'
import { runTransition } from '../../mutation/commit'

/** Options: transition of the account entity. Input: its form. */
export const runOnAccountOperation: Operation = {
  check({ options }, app) {
    const { accountEntity: account } = app.access.identity
    const transition = app.entities[account]?.transitions[String(options.transition)]
    if (!transition || transition.creates)
      return [`options.transition must name a transition of ${account} that changes a record.`]
    return []
  },
  async run(context, input, { options }) {
    const { app, caller, now } = context
    const entity = app.access.identity.accountEntity
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
