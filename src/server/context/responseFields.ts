// Shapes responses by the endpoint's options: each path names a rule or a value of the operation.
// Keeps business names out of the server.
import type { App, Endpoint } from '../../manifest/model/app'
import type { Rule } from '../../manifest/model/rule'
import { compileRule } from '../../manifest/expression/check'
import type { Context } from './context'
import { createAppCache } from './liveApp'
import { ruleEnvironment, valueOfRule } from './callerRules'

/** One named value of a response: a rule, or the name of a value that the operation provides. */
type Part =
  | { readonly path: readonly string[]; readonly rule: Rule }
  | { readonly path: readonly string[]; readonly from: string }

/** Problems of `options.fields` (or another option of that form): unknown values, rules that do not compile. */
export function fieldProblems(app: App, endpoint: Endpoint, brought: readonly string[], option = 'fields'): string[] {
  const { parts, problems } = partsOf(app, endpoint, option)
  const strange = parts.flatMap((part) =>
    'from' in part && !brought.includes(part.from)
      ? [
          [
            `options.${option}.${part.path.join('.')}: there is no value`,
            `"${part.from}". The values are ${brought.join(', ')}.`,
          ].join(' '),
        ]
      : [],
  )
  return [...problems, ...strange]
}

/** The rules of all endpoints' responses; they determine what is read of a caller. */
export function answerRules(app: App): Rule[] {
  return Object.values(app.endpoints)
    .flatMap((endpoint) => ['fields', 'choice'].flatMap((option) => partsOf(app, endpoint, option).parts))
    .flatMap((part) => ('rule' in part ? [part.rule] : []))
}

/** The response of `options.fields`, nested by the dots of its paths; empty without the option. */
export function answerFields(
  context: Pick<Context, 'app' | 'caller' | 'now'>,
  endpoint: Endpoint,
  brought: Readonly<Record<string, unknown>>,
  option = 'fields',
): Record<string, unknown> {
  const answer: Record<string, unknown> = {}
  for (const part of partsOf(context.app, endpoint, option).parts)
    put(answer, part.path, 'rule' in part ? valueOfRule(context, part.rule) : (valueAtPath(brought, part.from) ?? null))
  return answer
}

function valueAtPath(brought: Readonly<Record<string, unknown>>, from: string): unknown {
  return from
    .split('.')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], brought)
}

function put(answer: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let target = answer
  for (const step of path.slice(0, -1)) target = (target[step] ??= {}) as Record<string, unknown>
  target[path.at(-1)!] = value
}

const cache = createAppCache<Endpoint, Map<string, { parts: readonly Part[]; problems: readonly string[] }>>()

function partsOf(
  app: App,
  endpoint: Endpoint,
  option: string,
): { readonly parts: readonly Part[]; readonly problems: readonly string[] } {
  const options = cache(app, endpoint, () => new Map())
  let compiled = options.get(option)
  if (!compiled) options.set(option, (compiled = compileParts(app, endpoint.options[option], option)))
  return compiled
}

function compileParts(app: App, input: unknown, option: string): { parts: Part[]; problems: string[] } {
  const parts: Part[] = []
  const problems: string[] = []
  if (input === undefined) return { parts, problems }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { parts, problems: [`options.${option} must be an object of "name": "rule".`] }
  const environment = ruleEnvironment(app)
  for (const [name, value] of Object.entries(input)) {
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
