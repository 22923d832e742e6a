// Responds with the caller's unread messages: one number per counter, under the names of app.json.
import { countersOf } from '../../live/messageCounts'
import type { Operation } from '../contract/operation'

export const messageCounters: Operation = {
  async run({ app, caller, query }) {
    const id = Number(caller.me.id)
    return (await countersOf(app, query, [id])).get(id)
  },
}
