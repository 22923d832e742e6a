// Which headers guard a browser that shows our answers? What the page may load and who may frame it; for every answer alike.
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import { fastify } from 'fastify'

/** `frames`: origins whose pages the product shows in a frame. `calls`: other servers that the page may call. */
interface Sources {
  readonly frames?: readonly string[]
  readonly calls?: readonly string[]
}

const guardOf = ({ frames = [], calls = [] }: Sources): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // antd writes its styles into the page while running; styles cannot run code.
      styleSrc: ["'self'", "'unsafe-inline'"],
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
  // Whether there is TLS is for the proxy in front to say.
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'no-referrer' },
})

/** By lower-case name; the same for every answer, so helmet is asked once and not with each request. */
export async function guardingHeaders(sources: Sources = {}): Promise<Readonly<Record<string, string>>> {
  const bare = fastify()
  const guarded = fastify()
  await guarded.register(helmet, guardOf(sources))
  try {
    const [without, all] = await Promise.all([bare, guarded].map((server) => server.inject('/')))
    return Object.fromEntries(
      Object.entries(all!.headers)
        .filter(([name]) => !(name in without!.headers))
        .map(([name, value]) => [name, String(value)]),
    )
  } finally {
    await Promise.all([bare.close(), guarded.close()])
  }
}
