// The address that begins an action: on a list, a further list, or the open record.
import { withQuery } from '../../protocol/transport'

interface Target {
  /** The list, with `?list=` for a further list. */
  readonly screen: string
  readonly action: string
  readonly record?: { readonly entity: string; readonly id: number }
}

/**
 * An address in the page that opens the form or confirmation and writes nothing. Without a record the action is one of
 * the list itself, such as creating.
 */
export function actionAddress({ screen, action, record }: Target): string {
  const query = record ? `record=${record.entity}:${record.id}&run=${action}` : `run=${action}`
  return withQuery(screen, query)
}
