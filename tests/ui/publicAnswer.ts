// What the fixture answers a reader without a session.
import type { App } from '../../src/manifest/model/app'
import type { Call, Reply } from '../../src/protocol/transport'

/** Of a public screen; a form of a declared endpoint is not for its reader. */
export function publicAnswer(
  app: App,
  { path: address, body }: Call,
  envelope: (data: unknown) => Reply,
): Reply | undefined {
  const call = address.split('?')[0]
  const { path, screen: name } = (body ?? {}) as Readonly<Record<string, string>>
  const screen = app.screens[path ?? name ?? '']
  if (!screen?.permissions.includes('public')) return undefined
  if (call === '/api/screen')
    return envelope({ revision: app.revision, screen, entities: {}, dictionaries: {}, settings: {}, calls: {} })
  const blocks = screen.blocks.map(({ kind }) => (kind === 'call' ? { block: kind, shown: false } : { block: 'other' }))
  return call === '/api/dashboard' ? envelope({ blocks }) : undefined
}
