// How does an answer get the names that a specification gives it? The endpoint's options say, by path, which rule over the caller, the tenant and the
// settings stands there, or which value of the engine. So no business name stands in the server.
import type { App, Endpoint, Entity, Rule } from '../manifest/app'
import { compileRule, type RuleEnvironment, type Shape } from '../manifest/rule/check'
import type { Context } from './context'
import { valueOfRule } from './ruleValue'

/** One named value of an answer: a rule, or the name of a value that the operation brings. */
type Part =
  | { readonly path: readonly string[]; readonly rule: Rule }
  | { readonly path: readonly string[]; readonly from: string }

/** What is wrong with `options.fields` (or another option of that form): unknown values, rules that do not compile. */
export function fieldProblems(app: App, endpoint: Endpoint, brought: readonly string[], option = 'fields'): string[] {
  const { parts, problems } = partsOf(app, endpoint, option)
  const strange = parts.flatMap((part) =>
    'from' in part && !brought.includes(part.from)
      ? [
          `options.${option}.${part.path.join('.')}: there is no value "${part.from}". The values are ${brought.join(', ')}.`,
        ]
      : [],
  )
  return [...problems, ...strange]
}

/** The rules of an endpoint's answer; they say what must be read of a caller. */
export function answerRules(app: App): Rule[] {
  return Object.values(app.endpoints)
    .flatMap((endpoint) => ['fields', 'choice'].flatMap((option) => partsOf(app, endpoint, option).parts))
    .flatMap((part) => ('rule' in part ? [part.rule] : []))
}

/** The answer of `options.fields`: nested by the dots of its paths. Without the option nothing. */
export function answerFields(
  context: Pick<Context, 'app' | 'caller' | 'now'>,
  endpoint: Endpoint,
  brought: Readonly<Record<string, unknown>>,
  option = 'fields',
): Record<string, unknown> {
  const answer: Record<string, unknown> = {}
  for (const part of partsOf(context.app, endpoint, option).parts)
    put(answer, part.path, 'rule' in part ? valueOfRule(context, part.rule) : (taken(brought, part.from) ?? null))
  return answer
}

function taken(brought: Readonly<Record<string, unknown>>, from: string): unknown {
  return from
    .split('.')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], brought)
}

function put(answer: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = answer
  for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>
  at[path.at(-1)!] = value
}

const known = new WeakMap<Endpoint, Map<string, { parts: readonly Part[]; problems: readonly string[] }>>()

function partsOf(
  app: App,
  endpoint: Endpoint,
  option: string,
): { readonly parts: readonly Part[]; readonly problems: readonly string[] } {
  let options = known.get(endpoint)
  if (!options) known.set(endpoint, (options = new Map()))
  let found = options.get(option)
  if (!found) options.set(option, (found = compileParts(app, endpoint.options[option], option)))
  return found
}

function compileParts(app: App, given: unknown, option: string): { parts: Part[]; problems: string[] } {
  const parts: Part[] = []
  const problems: string[] = []
  if (given === undefined) return { parts, problems }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { parts, problems: [`options.${option} must be an object of "name": "rule".`] }
  const environment = environmentOf(app)
  for (const [name, value] of Object.entries(given)) {
    const path = name.split('.')
    const from = (value as { from?: unknown } | null)?.from
    if (typeof from === 'string') parts.push({ path, from })
    else if (typeof value !== 'string') problems.push(`options.${option}.${name} must be a rule, or {"from": "…"}.`)
    else {
      const { rule, problems: wrong } = compileRule(value, environment)
      if (rule) parts.push({ path, rule })
      problems.push(
        ...wrong.map(
          (problem) => `options.${option}.${name}: ${problem.message}${problem.hint ? ` ${problem.hint}` : ''}`,
        ),
      )
    }
  }
  return { parts, problems }
}

function environmentOf(app: App): RuleEnvironment {
  const shape = (entity: Entity | undefined): Shape | undefined =>
    entity && { entity: entity.name, fields: entity.fields, states: Object.keys(entity.states) }
  const { account, tenant } = app.access.identity
  return {
    me: shape(app.entities[account]),
    tenant: shape(app.entities[tenant]),
    settings: app.settings,
    codes: Object.keys(app.access.codes),
    entities: (name) => shape(app.entities[name]),
    dictionaries: (name) => app.dictionaries[name]?.items.map((item) => item.code),
  }
}
