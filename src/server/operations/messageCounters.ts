// How much has the caller not read? One number a counter, under the names that app.json gives.
import { countersOf } from './counters'
import type { Operation } from './operation'

export const messageCounters: Operation = {
  async run({ app, caller, query }) {
    const id = Number(caller.me.id)
    return (await countersOf(app, query, [id])).get(id)
  },
}
