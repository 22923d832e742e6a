// Decides whether address fields have a map service: a configured one or, in a demo, its stand-in.
// Without either they are plain fields.
import type { App, Integration } from '../../../manifest/model/app'
import type { IntegrationClient } from '../contract/integrationContext'

interface MapSources {
  readonly integrations: Pick<IntegrationClient, 'standsIn'>
  readonly configuration: { readonly demo: boolean }
}

/** The first integration with a map; undefined where nothing serves it. */
export function offeredMap(app: App, { integrations, configuration }: MapSources): Integration | undefined {
  const integration = Object.values(app.integrations).find(({ map }) => map !== undefined)
  return integration && (configuration.demo || !integrations.standsIn(integration.name)) ? integration : undefined
}
