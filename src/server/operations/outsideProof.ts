// Whose code is this at an outside service? For operations whose options name the service under `by` and the field of the account under `field`.
import type { App, Endpoint } from '../../manifest/app'
import { codes, Fault } from '../../protocol/envelope'
import { SendProblem } from '../senders/sender'
import type { RequestContext } from './operation'

export function outsideProblems({ options }: Endpoint, app: App): string[] {
  const { account } = app.access.identity
  const field = app.entities[account]?.fields[String(options.field)]
  return [
    ...(typeof options.by === 'string' ? [] : ['options.by must name a service that says who its users are.']),
    ...(field?.type === 'string' && field.stored
      ? []
      : [`options.field must name a field of ${account} of type string.`]),
  ]
}

/** @throws Fault 2001 for a code that is nobody's */
export async function outsideAccount({ server, now }: RequestContext, by: string, code: string): Promise<string> {
  const service = Object.hasOwn(server.identities, by) ? server.identities[by] : undefined
  const found = code === '' ? undefined : await service?.identify(code, now).catch(unreachable)
  if (found === undefined)
    throw new Fault(codes.refused, ['授权码无效或已过期', 'The authorisation code is wrong or has expired'], {
      fields: { code: ['授权码无效或已过期', 'The authorisation code is wrong or has expired'] },
    })
  return found
}

function unreachable(error: unknown): never {
  if (!(error instanceof SendProblem)) throw error
  throw new Fault(codes.refused, [
    '授权服务暂不可用，请稍后再试',
    'The authorising service cannot be asked now. Try again later',
  ])
}
