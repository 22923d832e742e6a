// Finds the roles that may take a step whose rules are about the account that acts.
// The reader's own answer to such a rule is not that of others, so each account of the tenant is judged.
import sql from 'sql-template-tag'
import { roleEntityOf } from '../../../../manifest/model/app'
import { canRun } from '../../../../manifest/access/permissions'
import type { Transition } from '../../../../manifest/model/transition'
import { readsCaller } from '../../../../manifest/expression/analyze'
import { callerOf } from '../../../auth/callers'
import { findIdentities } from '../../../auth/findIdentities'
import type { Caller, Context } from '../../../context/context'
import { callerText, phrase } from '../../../context/phrases'
import { excludingField } from '../../../mutation/guards/fourEyes'
import { isPermittedOn } from '../../../mutation/guards/permission'
import type { Wording } from '../../../mutation/guards/ruleSentence'
import { ValueResolver } from '../../../mutation/state/valueResolver'
import { loadRecords } from '../../../query/records/loadRecords'

/** Maximum accounts judged; in a larger tenant the codes of the roles alone decide. */
const maxAccounts = 500

interface Acting {
  readonly caller: Caller
  readonly role: string
}

/** Those of a request, which has a function of its own to query, by tenant and language: it judges many records. */
const accountsOfRequests = new WeakMap<Context['query'], Map<string, Promise<readonly Acting[] | undefined>>>()

const rulesOf = ({ when, turnWhen, permissions }: Transition) => [when, turnWhen, ...permissions.map((one) => one.when)]

/** Whether not only the codes of a role decide who may take a step, but the account too. */
export const isPersonal = (step: Transition): boolean =>
  step.rowScopes !== undefined || rulesOf(step).some((rule) => rule && readsCaller(rule.node))

/** The roles of the tenant's accounts that may take each step on the record now; none of them in too large a tenant. */
export async function rolesOfAccounts(
  context: Context,
  { resolver: { cache }, names }: Wording,
  steps: readonly Transition[],
): Promise<ReadonlyMap<Transition, readonly string[]>> {
  const roles = new Map(steps.map((step) => [step, new Set<string>()]))
  const excluded = new Map(steps.map((step) => [step, new Set<string>()]))
  const rules = steps.flatMap(rulesOf)
  const accounts = steps.length > 0 ? await accountsOnce(context) : []
  if (!accounts) return new Map()
  for (const { caller, role } of accounts) {
    const allowed = steps.filter((step) => canRun(context.app, caller, step))
    if (allowed.length === 0) continue
    const resolver = new ValueResolver(context.app, { ...context, caller }, cache)
    await resolver.prepare([{ names, rules }])
    for (const step of allowed) {
      const holds = [step.when, step.turnWhen].every((rule) => !rule || resolver.holds(names, rule))
      if (!holds || !isPermittedOn(resolver, names, caller, step)) continue
      const isExcluded = names.record && excludingField(names.record, step, caller) !== undefined
      ;(isExcluded ? excluded : roles).get(step)?.add(role)
    }
  }
  const inWords = (step: Transition) => (role: string) =>
    excluded.get(step)?.has(role) ? callerText(context, phrase('another_of_role', { role })) : role
  return new Map([...roles].map(([step, taking]) => [step, [...taking].map(inWords(step))]))
}

function accountsOnce(context: Context): Promise<readonly Acting[] | undefined> {
  const { caller, query } = context
  const ofRequest = accountsOfRequests.get(query) ?? new Map<string, Promise<readonly Acting[] | undefined>>()
  accountsOfRequests.set(query, ofRequest)
  const key = `${String(caller.tenant.id)} ${caller.language}`
  const accounts = ofRequest.get(key) ?? accountsOfTenant(context)
  ofRequest.set(key, accounts)
  return accounts
}

/**
 * The accounts of the caller's tenant that may sign in, each as a caller, with the label of its role; undefined where
 * there are too many to judge.
 */
async function accountsOfTenant(context: Context): Promise<readonly Acting[] | undefined> {
  const { app, now } = context
  const { id: tenant } = context.caller.tenant
  if (typeof tenant !== 'number') return []
  const { accountEntity, roleField, activeWhen } = app.access.identity
  const label = `${roleField}.${roleEntityOf(app).labelField}`
  const accounts = await loadRecords(context, {
    entity: accountEntity,
    paths: [label],
    where: { tenant, rule: activeWhen },
    scoped: false,
    limit: maxAccounts + 1,
  })
  if (accounts.length > maxAccounts) return undefined
  const roles = new Map(accounts.map((account) => [Number(account.id), String(account[label] ?? '')]))
  const { language } = context.caller
  const where = sql`a."id" = any(${[...roles.keys()]}::bigint[])`
  const identities = await findIdentities({ ...context, tenant }, language, where)
  return identities.flatMap((identity) => {
    const caller = callerOf(app, identity, now, { language })
    const role = roles.get(Number(identity.me.id)) ?? ''
    return caller && role !== '' ? [{ caller, role }] : []
  })
}
