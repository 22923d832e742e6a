// What does an outside system say? Asked with the caller's session there, which is renewed once when it has ended. An answer is data of a known size
// and form or it is none: no function, no depth, nothing that is not a text, a number, a truth or a named link.
import type { RawRecord } from '../context'
import type { RequestContext } from '../operations/operation'
import { askSystem, isSuccess } from './door'
import { queryOf, sessionOf, standing, type SignedIn } from './signIn'
import { OutsideTrouble, troubleOf } from './trouble'

const mostRows = 2_000

/** The data of a call. @throws OutsideTrouble */
export async function ask(
  context: RequestContext,
  system: SignedIn,
  name: string,
  record?: RawRecord,
): Promise<unknown> {
  const call = system.calls[name]!
  const query = queryOf(context, call.query, record)
  for (let again = false; ; again = true) {
    const { flag, reason } = await standing(context, system, again)
    if (flag === 0) throw new OutsideTrouble(reason ?? 'down', system.name)
    const answer = await askSystem(context.server.outside, system, {
      path: call.path,
      query,
      cookie: await sessionOf(context, system),
      signal: context.call.signal,
    }).catch((error: unknown) => {
      throw troubleOf(error, system.name)
    })
    if (isSuccess(answer, call.success)) return call.data === undefined ? answer.json : own(answer.json!, call.data)
    if (again) throw new OutsideTrouble(answer.status >= 500 ? 'down' : 'wrong', system.name)
  }
}

/** The rows of an answer. @throws OutsideTrouble when it is no list of rows, or a longer one than anybody would send */
export function rowsOf(system: string, data: unknown): readonly RawRecord[] {
  if (
    !Array.isArray(data) ||
    data.length > mostRows ||
    !data.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  )
    throw new OutsideTrouble('wrong', system)
  return data as RawRecord[]
}

/** A value of a row by its own name only: `__proto__` and the like are no values. */
export function own(row: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined
}
