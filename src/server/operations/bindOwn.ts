// May an account of an outside service belong to this person? The service says whose code it is; the transition that the options name keeps that.
import { randomUUID } from 'node:crypto'
import { runDependencies } from '../committed'
import { loadRecords } from '../plan/load'
import type { Operation } from './operation'
import { outsideAccount, outsideProblems } from './outsideProof'
import { runTransition } from './run'
import { runOwn } from './runOwn'

/**
 * Options: transition of the account's entity, by (the service), field (that takes the account there). Input: code; without one, what the transition asks.
 * With option proof `required` the transition may be one that only the system runs: nobody gets there without the service's word.
 */
export const bindOwn: Operation = {
  check: (endpoint, app) => [...(runOwn.check?.(endpoint, app) ?? []), ...outsideProblems(endpoint, app)],
  async run(context, input, { options }) {
    const { app, caller, now } = context
    const { code, ...others } = input
    const field = String(options.field)
    const proven = typeof code === 'string' || options.proof === 'required'
    const values = proven
      ? { ...others, [field]: await outsideAccount(context, String(options.by), String(code ?? '')) }
      : others
    const entity = app.access.identity.account
    const id = Number(caller.me.id)
    const [record] = await loadRecords(context, { entity, paths: [], where: { ids: [id] }, scoped: false })
    return runTransition(
      runDependencies(context),
      options.proof === 'required' ? { ...caller, system: true } : caller,
      {
        entity,
        transition: String(options.transition),
        id,
        version: Number(record?.version),
        values,
        key: randomUUID(),
      },
      now,
    )
  },
}
