// Fills the texts of an integration's calls with values, and reads values of its answers by path.
import { fillTemplate, placeholdersIn } from '../../../manifest/expression/template'
import type { Templates } from '../../../manifest/model/app'

export type TemplateValues = Readonly<Record<string, string | undefined>>

/** The entries whose placeholders all have a value, filled in. */
export function filledEntries(templates: Templates | undefined, values: TemplateValues): [string, string][] {
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
  return Object.entries(templates ?? {})
    .filter((entry) => entry.flatMap(placeholdersIn).every((name) => valueOf(name) !== undefined))
    .map(([parameter, text]) => [fillTemplate(parameter, valueOf), fillTemplate(text, valueOf)])
}

/** The address of a call: that of the integration with path and query added. */
export function callUrl(address: string, path: string | undefined, query: readonly (readonly [string, string])[]): URL {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/+$/, '') + (path ?? '')
  for (const [name, value] of query) url.searchParams.set(name, value)
  return url
}

/** An object of values by path: `a.b` is the member b of a. */
export function nested(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const result = Object.create(null) as Record<string, unknown>
  for (const [path, value] of entries) {
    const steps = path.split('.')
    const last = steps.pop()!
    let target = result
    for (const step of steps) target = (target[step] ??= Object.create(null)) as Record<string, unknown>
    target[last] = value
  }
  return result
}

/** The value at a path of an answer; undefined where there is none. */
export function answerValue(answer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? (value as Record<string, unknown>)[step]
          : undefined,
      answer,
    )
}
