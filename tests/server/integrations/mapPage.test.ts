// Proves that the frame of a map loads the configured script from its origins only, around an
// adapter that cannot leave it.
import { describe, expect, it } from 'vitest'
import type { Integration } from '../../../src/manifest/model/app'
import { mapPage, mapPlace, mapPolicy } from '../../../src/server/integrations/map/mapPage'
import { offeredMap } from '../../../src/server/integrations/map/offeredMap'
import { compileSound, librarySources } from '../library'

const meaning = { zh: '值', en: 'A value' } as const
const integration = {
  name: 'atlas',
  title: { zh: '地图', en: 'Atlas' },
  timeoutMs: 1_000,
  variables: { key: { meaning, required: true }, code: { meaning } },
  calls: {},
  map: {
    path: '/js',
    query: { v: '2', key: '{key}', code: '{code}' },
    origins: ['https://*.atlas.example'],
    adapter: 'x',
  },
} as const satisfies Integration
const sources = { standIn: '/stand-in/atlas', adapter: 'adapter({ asks: {} }) // </script><script>alert(1)</script>' }
const settings = { address: 'https://atlas.example/base', values: { key: 'k&1' } }

describe('the frame of a map', () => {
  it('loads the script of the service with its key; an unset variable leaves its parameter out', () => {
    const place = mapPlace(integration, settings, sources)
    expect(place.library).toBe('https://atlas.example/base/js?v=2&key=k%261')
    expect(mapPolicy(place)).toContain("script-src 'unsafe-inline' 'unsafe-eval' https://*.atlas.example;")
    expect(mapPolicy(place)).toMatch(/^sandbox allow-scripts; default-src 'none'/)
    expect(mapPage(place)).toContain('"values":{"key":"k&1"}')
  })

  it('loads the stand-in of this server without settings, and tells it no value', () => {
    const place = mapPlace(integration, undefined, sources)
    expect(place).toMatchObject({ origins: ["'self'"], values: {} })
    expect(place.library).toMatch(/^\/stand-in\/atlas\/library\.js\?/)
  })

  it('holds the adapter whole: a text in it ends no script', () => {
    const page = mapPage(mapPlace(integration, settings, sources))
    expect(page.match(/<script>/g)).toHaveLength(4)
    expect(page.match(/<\/script>/g)).toHaveLength(3)
    expect(page).toContain('<\\/script><script>alert(1)<\\/script>')
  })

  it('is offered where the service is really there, or in a demo', async () => {
    const app = { ...compileSound(await librarySources()), integrations: { atlas: integration } }
    const offered = (demo: boolean, standsIn: boolean, integrations: Record<string, Integration> = app.integrations) =>
      offeredMap({ ...app, integrations }, { integrations: { standsIn: () => standsIn }, configuration: { demo } })
        ?.name
    expect([offered(false, false), offered(true, true), offered(false, true), offered(true, true, {})]).toEqual([
      'atlas',
      'atlas',
      undefined,
      undefined,
    ])
  })
})
