// The part of an address that opens a record over a screen: `?record=entity:id`.
import { withoutQuery, withQuery } from '../transport'

export interface AddressedRecord {
  readonly entity: string
  readonly id: number
}

/** The query parameter that names the open record. */
export const recordParameter = 'record'

/** An id that is unique over all entities, such as `order:5`. */
export const qualifiedId = ({ entity, id }: AddressedRecord): string => `${entity}:${id}`

/** The record of a qualified id; null for any other text. */
export function parseQualifiedId(text: string | null): AddressedRecord | null {
  const [, entity, id] = /^([A-Za-z][A-Za-z0-9]*):([1-9]\d{0,15})$/.exec(text ?? '') ?? []
  return entity === undefined ? null : { entity, id: Number(id) }
}

/** The address that opens the record over the screen. @param address a screen, perhaps with a query */
export const withRecord = (address: string, record: AddressedRecord): string =>
  withQuery(address, `${recordParameter}=${qualifiedId(record)}`)

/** The screen of an address, without a record over it. @param address a path, with or without a query */
export const withoutRecord = (address: string): string => withoutQuery(address, [recordParameter])
