// Evaluates rules over the caller alone, with the values that identification has read.
import type { App } from '../../manifest/model/app'
import type { Rule } from '../../manifest/model/rule'
import { evaluate, truthy, type Read, type EvaluationContext } from '../../manifest/expression/evaluate'
import { Decimal } from 'decimal.js'
import type { Caller, RawRecord } from './context'

type Asking = Pick<Caller, 'me' | 'tenant'> & { readonly codes?: ReadonlySet<string> }

/** Reads me, tenant and settings; `record`, when given, is the record in question. */
export function readOf(app: App, { me, tenant }: Asking, record?: RawRecord): Read {
  const roots: Partial<Record<string, RawRecord>> = { me, tenant, record }
  return (scope, path) => {
    if (scope === 'settings') return app.settings[path[0]!]?.value
    const root = roots[scope]
    return path.length === 0 ? root?.id : root?.[path.join('.')]
  }
}

export function worldOf(app: App, now: Date, codes: ReadonlySet<string> = new Set()): EvaluationContext {
  return { now, timezone: app.product.timezone, holds: (code) => codes.has(code) }
}

/** The value as it goes into a response: whole numbers as numbers, other decimals as text. */
export function valueOfRule(
  { app, caller, now }: { readonly app: App; readonly caller: Asking; readonly now: Date },
  rule: Rule,
  record?: RawRecord,
): unknown {
  const value = evaluate(rule.node, readOf(app, caller, record), worldOf(app, now, caller.codes))
  if (!Decimal.isDecimal(value)) return value
  return value.isInteger() && value.abs().lte(Number.MAX_SAFE_INTEGER) ? value.toNumber() : value.toFixed()
}

/** Whether a condition over the account's own record holds. */
export function holdsFor(app: App, caller: Asking, rule: Rule, now: Date): boolean {
  return truthy(rule.node, readOf(app, caller, caller.me), worldOf(app, now))
}
