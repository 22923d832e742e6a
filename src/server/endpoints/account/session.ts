// Responds with the signed-in caller under the names of the endpoint's options.
// Provides role and effective codes, disabled features, counters and named lists.
import { boundTenant } from '../../context/context'
import sql from 'sql-template-tag'
import { answerFields, fieldProblems } from '../../context/responseFields'
import { findIdentities } from '../../auth/findIdentities'
import { listsForCaller, loadNamedLists } from '../../auth/namedLists'
import { countersOf, readerOf } from '../../live/messageCounts'
import type { Operation } from '../contract/operation'

const brought = ['id', 'name', 'roleCodes', 'codes', 'disabled', 'administrator', 'counters']

export const sessionOperation: Operation = {
  check: (endpoint, app) =>
    fieldProblems(app, endpoint, [...brought, ...Object.keys(app.access.sessionLists).map((name) => `lists.${name}`)]),
  async run(context, _input, endpoint) {
    const { app, caller, query } = context
    const id = Number(caller.me.id)
    const [[identity], counters, lists] = await Promise.all([
      findIdentities({ ...context, tenant: boundTenant(context) }, caller.language, sql`a."id" = ${id}`),
      countersOf(app, query, [readerOf(caller)]),
      loadNamedLists(context),
    ])
    const values = {
      id,
      name: caller.me[app.access.identity.nameField],
      roleCodes: identity?.roleCodes ?? [],
      codes: [...caller.codes],
      disabled: identity?.disabled ?? [],
      administrator: caller.administrator,
      counters: counters.get(id),
      lists: listsForCaller(lists, caller),
    }
    return endpoint.options.fields === undefined ? values : answerFields(context, endpoint, values)
  },
}
