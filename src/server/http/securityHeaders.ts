// Security headers of every response: what the page may load and who may frame it.
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import { fastify } from 'fastify'

/** `frames`: origins that the product shows in frames. `calls`: other servers that the page may call. */
interface Sources {
  readonly frames?: readonly string[]
  readonly calls?: readonly string[]
}

const ownStyles = "'self'"

/** The policy of a page whose scripts create style elements with this nonce. */
export function withStyleNonce(policy: string, nonce: string): string {
  return policy.replace(`style-src ${ownStyles}`, `style-src ${ownStyles} 'nonce-${nonce}'`)
}

const guardOf = ({ frames = [], calls = [] }: Sources): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: [ownStyles],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...calls],
      frameSrc: ["'self'", 'blob:', ...frames],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // TLS is decided by the proxy in front.
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'no-referrer' },
})

/** Browser features that neither the product's pages nor their frames use. */
const permissions = ['camera', 'microphone', 'payment', 'usb', 'serial', 'hid', 'midi', 'gyroscope']

/** By lower-case name; equal for every response, so helmet runs once and not per request. */
export async function guardingHeaders(sources: Sources = {}): Promise<Readonly<Record<string, string>>> {
  const bare = fastify()
  const guarded = fastify()
  await guarded.register(helmet, guardOf(sources))
  try {
    const [without, all] = await Promise.all([bare, guarded].map((server) => server.inject('/')))
    const guarding = Object.fromEntries(
      Object.entries(all!.headers)
        .filter(([name]) => !(name in without!.headers))
        .map(([name, value]) => [name, String(value)]),
    )
    return { ...guarding, 'permissions-policy': permissions.map((name) => `${name}=()`).join(', ') }
  } finally {
    await Promise.all([bare.close(), guarded.close()])
  }
}
