// Names the entities whose records the engine itself writes: logs, messages, keys, deliveries.
import type { CompileContext } from '../context/compileContext'

/** Those that the product and its access name; the engine fills their fields without any transition of a manifest. */
export function engineEntities({ manifests: { app, access } }: CompileContext): ReadonlySet<string> {
  const { logEntity, audit, outbox, messages, webhooks, scheduledReports } = app?.manifest ?? {}
  const names = [
    ...[logEntity, audit?.entity, outbox?.entity, messages?.entity, access?.manifest.apiKeys?.entity],
    ...[webhooks?.entity, webhooks?.deliveryEntity, scheduledReports?.entity],
  ]
  return new Set(names.filter((name) => name !== undefined))
}
