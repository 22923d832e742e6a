// The address that begins an action: on a list, a further list, or the open record.
import { withRecord, type AddressedRecord } from '../../protocol/records/recordAddress'
import { withQuery } from '../../protocol/transport'

interface Target {
  /** The list, with `?list=` for a further list. */
  readonly screen: string
  readonly action: string
  readonly record?: AddressedRecord
}

/**
 * An address in the page that opens the form or confirmation and writes nothing. Without a record the action is one of
 * the list itself, such as creating.
 */
export function actionAddress({ screen, action, record }: Target): string {
  return withQuery(record ? withRecord(screen, record) : screen, `run=${action}`)
}
