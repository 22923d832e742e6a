// What becomes of a call? Found, identified, authorised, read, done, answered: in this order, each stage refusing with a Fault.
import type { App } from '../manifest/app'
import { Fault } from '../protocol/envelope'
import type { Call, Reply, Transport } from '../protocol/transport'
import { authorize } from './authorize'
import type { AppHolder } from './appHolder'
import type { Database } from './database/open'
import type { Dependencies } from './dependencies'
import { derivedCalls } from './derivedCalls'
import { declaredCall, type Target } from './declaredCalls'
import { isSomebody, nobody } from './identify'
import { languageOf } from './language'
import type { RequestContext } from './operations/operation'
import { refuse, signedOut, succeed, unknownPath } from './refuse'
import { Streamed, streamReply } from './streamed'

export type HandlerDependencies = Omit<Dependencies, 'holder' | 'database'>

/** The server without a wire: takes any call and always answers. */
export function createHandler(holder: AppHolder, database: Database, others: HandlerDependencies): Transport {
  const server: Dependencies = { holder, database, ...others }
  return async (call) => {
    const app = holder.current
    const language = languageOf(app.product, call.headers)
    try {
      const target = findTarget(app, call.method, call.path)
      if (!target) throw unknownPath()
      const now = server.clock()
      const caller = await server.callers.identify(app, tokenOf(target, call), language, now)
      if (!caller && !target.permission.includes('public')) throw signedOut()
      authorize(app, caller, target.permission)
      const context = { app, caller: caller ?? nobody(language), now, query: database.read, server, call }
      return replyOf(await answerOf(target, context), language)
    } catch (error) {
      if (error instanceof Fault)
        server.log.debug(`${call.method} ${pathOf(call.path)} refused: ${error.code} ${error.message}`)
      return refuse(error, language, server.log)
    }
  }
}

/** The call of a method and path: one that the engine derives, or a declared endpoint. */
export function findTarget(app: App, method: string, path: string): Target | undefined {
  const key = `${method} ${pathOf(path)}`
  const endpoint = app.endpoints[key]
  return derivedCalls[key as keyof typeof derivedCalls] ?? (endpoint && declaredCall(endpoint))
}

async function answerOf(target: Target, context: RequestContext): Promise<unknown> {
  try {
    return await target.run(context, target.read(context))
  } catch (error) {
    // Who has no session is not told what is wrong with a question to which she has no right: she has to sign in.
    if (target.judged && !isSomebody(context.caller) && error instanceof Fault) throw signedOut()
    throw error
  }
}

function replyOf(answer: unknown, language: 0 | 1): Reply {
  if (answer instanceof Streamed) return streamReply(answer)
  if (isReply(answer)) return answer
  return succeed(answer ?? null, ['成功', 'Done'][language]!)
}

function isReply(answer: unknown): answer is Reply {
  return typeof answer === 'object' && answer !== null && 'status' in answer && 'headers' in answer && 'body' in answer
}

// A token in the address is taken only where the endpoint says that it carries one.
function tokenOf(target: Target, call: Call): string | undefined {
  return (
    call.headers['x-token'] ||
    (target.tokenInQuery ? (new URLSearchParams(call.path.split('?')[1]).get('token') ?? undefined) : undefined)
  )
}

function pathOf(path: string): string {
  return path.split('?')[0]!
}
