// Handles a call in stages: find, identify, authorize, read, run, reply.
// Each stage refuses by a RequestError.
import { textBefore } from '../../manifest/expression/values/present'
import type { App } from '../../manifest/model/app'
import { RequestError } from '../../protocol/requestError'
import type { Call, Reply, Transport } from '../../protocol/transport'
import { CallQueue } from './callQueue'
import { authorize } from '../auth/authorize'
import type { LiveApp } from '../context/liveApp'
import { anonymousCaller, type Caller } from '../context/context'
import { RequestAborted } from '../database/connection/cancelOnAbort'
import { queryCanceled } from '../database/connection/databaseError'
import type { BoundQueryOwner, Database } from '../database/connection/openDatabase'
import { createProgramAdmission } from '../endpoints/agents/admitProgram'
import type { Dependencies } from '../endpoints/contract/dependencies'
import { derivedCalls } from '../endpoints/derivedCalls'
import { declaredCall, type Target } from '../endpoints/declared/declaredCalls'
import { accountQueryOwner, givesKey, isSignedIn, tokenIn } from '../auth/callers'
import { requestScope, type RequestScope } from '../context/requestScope'
import { languageOf } from '../context/language'
import type { RequestContext } from '../endpoints/contract/operation'
import { errorReply, signedOut, unknownPath } from '../endpoints/contract/errorReply'
import { succeed } from '../context/reply'
import { StreamedReply, streamReply } from '../context/streamedReply'
import { callerText, localeOf, phrase } from '../context/phrases'

type HandlerDependencies = Omit<Dependencies, 'liveApp' | 'database'>

/** The server independent of its transport: takes any call and always replies. */
export function createHandler(liveApp: LiveApp, database: Database, others: HandlerDependencies): Transport {
  const server: Dependencies = { liveApp, database, ...others }
  const queue = new CallQueue()
  const programs = createProgramAdmission()
  return async (call) => {
    const app = liveApp.current
    const language = languageOf(app.product, call.headers)
    const scope = requestScope()
    try {
      const target = findTarget(app, call.method, call.path)
      if (scope && target) scope.call = `${call.method} ${pathOf(call.path)}`
      const now = server.clock()
      const caller = target && (await server.callers.identify(app, tokenOf(target, call), language, now))
      if (scope && caller) setCallerOf(scope, caller)
      const queryOwner = queryOwnerOf(caller, call)
      // Refusals take turns as well: hundreds at once would hold the event loop too.
      await queue.turn(queryOwner)
      if (!target) throw unknownPath()
      const { distributed } = database
      const program = { app, now, distributed, query: database.query.bind(database), server, call }
      if (!caller) await programs.noteEnded(program, tokenOf(target, call), language)
      if (!caller && !target.permission.includes('public')) throw signedOut()
      if (caller?.apiKey !== undefined) {
        await programs.admit({ ...program, caller })
        // Calls that were noted by one statement would go on together.
        await queue.turn(queryOwner)
        if (!target.programs) throw new RequestError('call_not_for_programs')
      }
      authorize(app, caller, target.permission)
      // Refuse now: reading and planning a request that is refused later would delay others.
      await database.awaitRoom(queryOwner, target.large ?? false)
      await queue.turn(queryOwner)
      const context = {
        app,
        caller: caller ?? anonymousCaller(language),
        now,
        distributed,
        server,
        call,
        queryOwner,
        query: queryFor(database, queryOwner, target.large ?? false),
      }
      return replyOf(await answerOf(target, context), context)
    } catch (thrown) {
      const error = withKeyRefusal(thrown, call)
      if (scope) scope.ended = endedBy(error)
      if (error instanceof RequestError)
        server.log.debug(`${call.method} ${pathOf(call.path)} refused: ${error.key} ${error.message}`)
      return errorReply(error, localeOf(app.product, language), server.log)
    }
  }
}

/** A program has no session that could have ended: its key is invalid. */
const withKeyRefusal = (error: unknown, { headers }: Call): unknown =>
  error instanceof RequestError && error.key === 'signed_out' && givesKey(headers)
    ? new RequestError('api_key_not_valid')
    : error

/** The shares that a call uses; anonymous callers share by address. */
function queryOwnerOf(caller: Caller | undefined, call: Call): BoundQueryOwner {
  const anonymous = { account: `address ${call.address ?? ''}`, tenant: 'nobody', reach: 'all' } as const
  return {
    ...(caller ? accountQueryOwner(caller) : anonymous),
    get signal() {
      return call.signal
    },
  }
}

function queryFor(database: Database, queryOwner: BoundQueryOwner, large: boolean): RequestContext['query'] {
  return (statement, limit) => {
    const { signal } = queryOwner
    const both = signal && limit ? AbortSignal.any([signal, limit]) : (limit ?? signal)
    return database.readFor(statement, { ...queryOwner, signal: both, large })
  }
}

/** The target of a method and path: a derived call or a declared endpoint. */
export function findTarget(app: App, method: string, path: string): Target | undefined {
  const key = `${method} ${pathOf(path)}`
  const endpoint = app.endpoints[key]
  return derivedCalls[key as keyof typeof derivedCalls] ?? (endpoint && declaredCall(endpoint))
}

function setCallerOf(scope: RequestScope, { me, tenant }: Caller): void {
  scope.account = Number(me.id)
  if (tenant.id !== undefined) scope.tenant = Number(tenant.id)
}

/** Why the database ended the statement: the client disconnected, or it took too long. */
function endedBy(error: unknown): RequestScope['ended'] {
  if (error instanceof RequestAborted) return 'abandoned'
  if (!(error instanceof Error)) return undefined
  return (error as { code?: unknown }).code === queryCanceled ? 'canceled' : endedBy(error.cause)
}

async function answerOf(target: Target, context: RequestContext): Promise<unknown> {
  try {
    return await target.run(context, target.read(context))
  } catch (error) {
    // Require a session before reporting a validation error: an anonymous caller must not learn what is wrong with it.
    const isRefusal = error instanceof RequestError && error.status === 200
    if (target.publicContent && !isSignedIn(context.caller) && isRefusal) throw signedOut()
    throw error
  }
}

function replyOf(answer: unknown, context: Pick<RequestContext, 'app' | 'caller'>): Reply {
  if (answer instanceof StreamedReply) return streamReply(answer)
  if (isReply(answer)) return answer
  return succeed(answer ?? null, callerText(context, phrase('done')))
}

function isReply(answer: unknown): answer is Reply {
  return typeof answer === 'object' && answer !== null && 'status' in answer && 'headers' in answer && 'body' in answer
}

// Accept a token in the query only where the endpoint allows it.
function tokenOf(target: Target, call: Call): string | undefined {
  return (
    tokenIn(call.headers) ||
    (target.tokenInQuery ? (new URLSearchParams(call.path.split('?')[1]).get('token') ?? undefined) : undefined)
  )
}

function pathOf(path: string): string {
  return textBefore(path, '?')
}
