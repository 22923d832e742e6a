// Who is signed in, under the names that the endpoint's options give? Brings the codes of the role and the effective ones, what is switched off, the counters and the named lists.
import sql from 'sql-template-tag'
import { answerFields, fieldProblems } from '../answerFields'
import { findIdentities } from '../identity'
import { namedLists } from '../namedLists'
import { countersOf } from './counters'
import type { Operation } from './operation'

const brought = ['id', 'name', 'roleCodes', 'codes', 'disabled', 'administrator', 'counters']

export const session: Operation = {
  check: (endpoint, app) =>
    fieldProblems(app, endpoint, [...brought, ...Object.keys(app.access.lists).map((name) => `lists.${name}`)]),
  async run(context, _input, endpoint) {
    const { app, caller, query } = context
    const id = Number(caller.me.id)
    const [[identity], counters, lists] = await Promise.all([
      findIdentities(context, caller.language, sql`a."id" = ${id}`),
      countersOf(app, query, [id]),
      namedLists(context),
    ])
    const values = {
      id,
      name: caller.me[app.access.identity.name],
      roleCodes: identity?.roleCodes ?? [],
      codes: [...caller.codes],
      disabled: [...caller.disabled],
      administrator: caller.administrator,
      counters: counters.get(id),
      lists,
    }
    return endpoint.options.fields === undefined ? values : answerFields(context, endpoint, values)
  },
}
