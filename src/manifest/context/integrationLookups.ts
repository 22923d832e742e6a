// Looks up integrations, which a product may disable by leaving out their manifests.
import type { IntegrationManifest } from '../language/generated'
import type { File } from '../1-read/manifestFiles'
import { type CompileContext, type ManifestLocation, reportUnknownName } from './compileContext'

/** The optional integrations whose manifests are missing. */
export function switchedOff({ manifests }: CompileContext): string[] {
  const { integrations, unreadable } = manifests
  return (manifests.app?.manifest.integrations ?? []).filter(
    (name) => !integrations.has(name) && !unreadable.integration.has(name),
  )
}

/** The manifest of an integration; undefined and no problem for one that is switched off. */
export function findIntegration(location: ManifestLocation, name: string): File<IntegrationManifest> | undefined {
  const { context } = location
  const { integrations, unreadable } = context.manifests
  const file = integrations.get(name)
  if (file === undefined && !unreadable.integration.has(name) && !switchedOff(context).includes(name))
    reportUnknownName(location, name, { what: 'integration', among: integrations.keys() })
  return file
}
