// Resolves references and rules: entities first, then what refers to them.
import type { App } from '../model/app'
import type { Screen } from '../model/screen'
import { referrers, resolveDetail } from './entities/detail'
import { resolveLetterhead } from './entities/letterhead'
import { switchedOff } from '../context/integrationLookups'
import { createTable, type CompileContext } from '../context/compileContext'
import { resolveAccess } from './product/access'
import { resolveEndpoints } from './product/endpoints'
import { resolveEntity } from './entities/entities'
import { resolveModules } from './product/modules'
import { resolveNameMigration } from './product/nameMigration'
import { resolveIntegrations } from './product/integrations'
import { resolveProduct } from './product/product'
import { checkDashboards } from './screens/dashboardParts'
import { resolveSchedules } from './screens/formCalendar'
import { resolveScreen } from './screens/screens'

/** The parts of the App that the context does not hold; access and product are absent if unreadable. */
type Resolved = Pick<App, 'screens' | 'modules' | 'endpoints' | 'integrations' | 'migration' | 'switchedOff'> &
  Partial<Pick<App, 'access' | 'product'>>

/**
 * Completes the drafts of the context in place and returns what is no entity. `access` and `product` are absent only if
 * their file is missing or was refused.
 */
export function resolve(context: CompileContext): Resolved {
  for (const draft of Object.values(context.entities)) resolveEntity(context, draft)
  const access = resolveAccess(context)
  const product = resolveProduct(context)
  const screens = createTable<Screen>()
  for (const file of context.manifests.screens) screens[file.manifest.path] ??= resolveScreen(context, file)
  checkDashboards(context)
  resolveSchedules(context, screens)
  const modules = resolveModules(context, screens)
  const endpoints = resolveEndpoints(context)
  const integrations = resolveIntegrations(context, Object.values(screens))
  const referencingFields = referrers(context)
  const letterhead = resolveLetterhead(context)
  for (const draft of Object.values(context.entities)) resolveDetail(context, draft, referencingFields, letterhead)
  return {
    screens,
    modules,
    endpoints,
    integrations,
    migration: resolveNameMigration(context),
    switchedOff: switchedOff(context),
    ...(access !== undefined && { access }),
    ...(product !== undefined && { product }),
  }
}
