// Which calls read? One request of every kind for every screen, entity and document of the manifests.
import { everyScreen } from '../../src/manifest/access/screenByPath'
import type { App } from '../../src/manifest/model/app'
import type { Screen } from '../../src/manifest/model/screen'

/** `call`: a path, or a method and a path. */
export interface ReadCall {
  readonly call: string
  readonly body: object
}

/** `ids`: some records of each entity. */
export function readCallsOf(app: App, ids: ReadonlyMap<string, readonly number[]>): ReadCall[] {
  const post = (path: string, body: object): ReadCall => ({ call: `/api/${path}`, body })
  return [
    ...['GET /api/boot', 'GET /api/openapi.json', 'GET /api/entry'].map((call) => ({ call, body: {} })),
    post('manual', {}),
    ...['1', '王', 'a'].map((words) => post('find', { words })),
    ...everyScreen(app.screens).flatMap((screen) => [
      post('screen', { path: screen.path }),
      ...callsOfScreen(screen).map(([path, body]) => post(path, { screen: screen.path, ...body })),
    ]),
    ...Object.values(app.entities).flatMap(({ name, detail, documents }) => {
      const [id, ...others] = ids.get(name) ?? []
      if (id === undefined) return []
      const record = { entity: name, id }
      return [
        post('entity', { entity: name }),
        ...['record', 'timeline', 'turn', ...(detail.notes ? ['notes'] : [])].map((path) => post(path, record)),
        ...documents.flatMap(({ name: document }) => [
          post('document', { ...record, document }),
          post('documents', { entity: name, ids: [id, ...others], document }),
        ]),
      ]
    }),
  ]
}

type Asked = readonly [path: string, body: object]

function callsOfScreen({ kind, entity, columns, export: isExported, exchange, ...screen }: Screen): Asked[] {
  const files: Asked[] = isExported
    ? (['csv', 'xlsx'] as const).map((format) => ['export', { format, ...wholePeriod(screen) }])
    : []
  const blocks: Asked[] = screen.blocks.length > 0 ? [['dashboard', {}]] : []
  if (kind === 'calendar') return [['calendar', { from: '2026-01-01', to: '2026-03-01' }], ...blocks]
  if (kind === 'report') return [...groupsOf(screen).map((group): Asked => ['report', group]), ...files, ...blocks]
  if (kind !== 'list' || !entity) return blocks
  const want = { rows: true, total: 'exact', tabs: true, sums: true }
  const sheets: Asked[] = exchange
    ? [['exchange/export', {}], ...(exchange.create ? [['exchange/template', {}] as const] : [])]
    : []
  return [
    ['list', { size: 200, want }],
    ...screen.filters.filter(({ type }) => type === 'ref').map(({ field }): Asked => ['options', { field }]),
    ...(columns.length > 0 ? files : []),
    ...sheets,
    ...blocks,
  ]
}

type Reporting = Pick<Screen, 'report'>

const wholePeriod = ({ report }: Reporting) => (report?.period ? { from: '2020-01-01', to: '2040-01-01' } : {})

function groupsOf({ report }: Reporting): object[] {
  const dimensions = report?.chooseDimension ? Object.keys(report.dimensions) : []
  const period = wholePeriod({ report })
  return dimensions.length === 0 ? [period] : dimensions.map((group) => ({ ...period, group }))
}
