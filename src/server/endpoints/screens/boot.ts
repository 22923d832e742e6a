// GET /api/boot: everything that the page needs once, before the first screen.
import { declared } from '../../../manifest/expression/values/present'
import { mayOpenRecords } from '../../context/callerRules'
import { entityOf, type App } from '../../../manifest/model/app'
import type { FileValue, RefValue } from '../../../protocol/calls'
import type { BootAnswer } from '../../../protocol/screenCalls'
import { menu, routes } from '../../../manifest/access/navigation'
import { mapFrame } from '../../../protocol/frames/mapMessages'
import type { LiveApp } from '../../context/liveApp'
import { inOneLanguage, productInLanguage } from '../../context/language'
import { countersOf, readerOf } from '../../live/messageCounts'
import { offeredMap } from '../../integrations/map/offeredMap'
import type { RequestContext } from '../contract/operation'
import { declaredUpload, largestFile } from '../../files/uploadLimits'
import { loadRecords } from '../../query/records/loadRecords'
import { manualScreenOf } from './manual'
import { preferencesOf } from './preference'
import { readableViews } from './readableViews'
import { sharingOf } from './sharing'

/** GET /api/boot */
export async function readBoot(context: RequestContext): Promise<BootAnswer> {
  const { app, caller, query, server } = context
  const {
    accountEntity: account,
    nameField: name,
    loginField: login,
    tenantEntity: tenant,
    unitField: unit,
    roleField: role,
  } = app.access.identity
  const id = Number(caller.me.id)
  const labels = [tenant, unit, role].map((field) => `${field}#label`)
  const [[labelled], counters, preferences, sharing] = await Promise.all([
    loadRecords(context, { entity: account, paths: labels, where: { ids: [id] }, scoped: false }),
    countersOf(app, query, [readerOf(caller)]),
    preferencesOf(context),
    sharingOf(context),
  ])
  const inLanguage = <T>(value: T): T => inOneLanguage(value, app.product, caller.language)
  const addressOf = (system: string) => server.integrations.publicAddressOf(system)
  const reference = (field: string): RefValue | null =>
    typeof caller.me[field] === 'number'
      ? { id: caller.me[field], label: String(labelled?.[`${field}#label`] ?? '') }
      : null
  return {
    revision: app.revision,
    product: productInLanguage(app.product, caller.language),
    account: {
      id,
      name: String(caller.me[name] ?? ''),
      login: String(caller.me[login] ?? ''),
      tenant: reference(tenant) ?? { id: 0, label: '' },
      unit: reference(unit),
      role: reference(role),
      scope: caller.scope,
      administrator: caller.administrator,
      ...ownEntities(app),
      avatar: pictureOf(context),
    },
    codes: [...caller.codes],
    draftKey: server.integrations.secretStore.derive(`drafts ${id} ${[...caller.codes].sort().join(' ')}`),
    closedEntities: Object.values(app.entities)
      .filter((entity) => !mayOpenRecords(context, entity))
      .map((entity) => entity.name),
    menu: inLanguage(menu(app, caller, addressOf)),
    routes: inLanguage(routes(app, caller, addressOf)),
    modules: inLanguage(modulesOf(app)),
    ...readablePreferences(context, preferences, sharing.shared),
    sharesWith: sharing.reaches.map(({ reach, label }) => ({
      reach,
      label: label ?? reference(reach === 'unit' ? unit : tenant)?.label ?? '',
    })),
    counters: counters.get(id) ?? {},
    readSeconds: server.configuration.readSeconds,
    uploadBytes: largestFile(declaredUpload(app), server.configuration),
    ...(offeredMap(app, server) && { map: mapFrame }),
    ...(caller.administrator && manifestNews(server.liveApp)),
  }
}

function readablePreferences(
  context: RequestContext,
  preferences: BootAnswer['preferences'],
  shared: BootAnswer['sharedPreferences'],
): Pick<BootAnswer, 'preferences' | 'sharedPreferences'> {
  const forReader = readableViews(context)
  return {
    preferences: forReader(preferences),
    sharedPreferences: Object.fromEntries(
      Object.entries(shared).map(([reach, values]) => [reach, forReader(values ?? {})]),
    ),
  }
}

const modulesOf = ({ modules }: App): BootAnswer['modules'] =>
  Object.fromEntries(Object.values(modules).map(({ name, title, path }) => [name, { name, title, path }]))

/** The state of the manifests, for administrators. */
const manifestNews = (liveApp: LiveApp) => ({
  ...manifestProblems(liveApp),
  ...waitingChanges(liveApp),
  ...manualScreen(liveApp.current),
})

function manifestProblems({ problems, warnings }: LiveApp): Pick<BootAnswer, 'problems' | 'warnings'> {
  return { ...(problems.length > 0 && { problems }), ...(warnings.length > 0 && { warnings }) }
}

function waitingChanges({ current, waiting: count }: LiveApp): Pick<BootAnswer, 'waitingChanges'> {
  const { proposals } = current.product
  const screen = Object.values(current.screens).find(
    ({ entity }) => entity !== undefined && entity === proposals?.entity,
  )
  return screen ? { waitingChanges: { count, screen: screen.path } } : {}
}

function manualScreen(app: App): Pick<BootAnswer, 'manualScreen'> {
  const screen = manualScreenOf(app)
  return screen === undefined ? {} : { manualScreen: screen }
}

/** The first files field of the account is its picture. */
function pictureOf({ app, caller }: RequestContext): FileValue[] {
  const fields = Object.values(entityOf(app, app.access.identity.accountEntity).fields)
  const files = fields.find((field) => field.type === 'files')
  return (files && (caller.me[files.name] as FileValue[] | null)) ?? []
}

function ownEntities({ access: { identity }, entities }: App): { entity: string; unitEntity?: string } {
  const entity = identity.accountEntity
  const unitEntity = declared(entities, entity).fields[identity.unitField]?.entity
  return { entity, ...(unitEntity !== undefined && { unitEntity }) }
}
