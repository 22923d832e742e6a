// Responds with the caller's unread messages: one number per counter, under the names of app.json.
import { countersOf, readerOf } from '../../live/messageCounts'
import type { Operation } from '../contract/operation'

export const messageCounters: Operation = {
  async run({ app, caller, query }) {
    const reader = readerOf(caller)
    return (await countersOf(app, query, [reader])).get(reader.account)
  },
}
