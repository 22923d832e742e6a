// Finds a record that offers a document: the newest that the owner of a dealer may open.
import sql, { empty } from 'sql-template-tag'
import { isPrintable } from '../../src/manifest/access/recordRules'
import type { App } from '../../src/manifest/model/app'
import type { PrintedDocument } from '../../src/manifest/model/document'
import type { Entity } from '../../src/manifest/model/entity'
import type { RecordAnswer, RecordData } from '../../src/protocol/calls'
import { identifier } from '../../src/server/database/sql/identifier'
import { tenantField } from '../../src/server/mutation/state/writeContext'
import type { Teller } from '../story/teller'
import type { Product } from './product'

export interface Printed {
  readonly entity: Entity
  readonly document: PrintedDocument
}

export const documentsOf = (app: App): Printed[] =>
  Object.values(app.entities).flatMap((entity) => entity.documents.map((document) => ({ entity, document })))

/** @throws Error when the demo data have no such record */
export async function printable(product: Product, teller: Teller, { entity, document }: Printed): Promise<RecordData> {
  const { database, liveApp } = product.server.dependencies
  // Records of other dealers are out of the owner's reach: each would be read in vain.
  const field = tenantField(liveApp.current, entity)
  const { dealer } = await teller.account('owner')
  const scope = field === undefined ? empty : sql`WHERE ${identifier(field)} = ${dealer}`
  const ids = await database.query<{ id: number }>(
    sql`SELECT "id" FROM ${identifier(entity.name)} ${scope} ORDER BY "id" DESC`,
  )
  for (const { id } of ids) {
    const { data } = await teller.call<RecordAnswer>('owner', '/api/record', { entity: entity.name, id: Number(id) })
    if (data && isPrintable(document, data.record, liveApp.current.product.timezone)) return data.record
  }
  throw new Error(`No record of ${entity.name} offers ${document.name}.`)
}
