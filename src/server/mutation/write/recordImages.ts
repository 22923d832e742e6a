// Saves what a transaction is about to overwrite, so that the user can undo it.
// Only for transitions with `undo`; everything that writes records passes through here.
import { textBefore } from '../../../manifest/expression/values/present'
import type { Entity } from '../../../manifest/model/entity'
import type { RawRecord } from '../../context/context'
import { loadRecords } from '../../query/records/loadRecords'
import { loadDraft, ownPaths } from '../state/recordPaths'
import { callerContext, systemCaller, type WriteContext } from '../state/writeContext'

/** Notes which records this transaction created. */
export function recordCreated({ images, app }: WriteContext, { name }: Entity, ids: readonly number[]): void {
  if (name === app.product.logEntity || name === app.product.audit?.entity) return
  for (const id of ids) images?.set(imageKey(name, id), { entity: name, id, created: true, values: {} })
}

/** A record about to be written; `before`: its present stored values, where they have been read under its lock. */
interface ImagedRecord {
  readonly id: number
  readonly before?: RawRecord
}

/** Saves the present values of fields, lines included, unless this transaction has saved them already. */
export async function recordImages(
  context: WriteContext,
  entity: Entity,
  fields: readonly string[],
  records: readonly ImagedRecord[],
): Promise<void> {
  const { images } = context
  if (!images || fields.length === 0) return
  const missing = records.filter(({ id }) => {
    const image = images.get(imageKey(entity.name, id))
    return !image?.created && !fields.every((name) => image && name in image.values)
  })
  const unread = missing.flatMap(({ id, before }) => (before ? [] : [id]))
  const read = unread.length > 0 ? await storedValues(context, entity, fields, unread) : new Map<number, RawRecord>()
  for (const { id, before } of missing) {
    const values = before ? valuesOf(fields, before) : read.get(id)
    const key = imageKey(entity.name, id)
    if (values)
      images.set(key, { entity: entity.name, id, created: false, values: { ...values, ...images.get(key)?.values } })
  }
}

/** The stored values of fields by id, as the draft of a record holds them. */
export async function storedValues(
  context: WriteContext,
  entity: Entity,
  fields: readonly string[],
  ids: readonly number[],
): Promise<Map<number, RawRecord>> {
  const named = new Set(fields)
  const lines = fields.filter((name) => entity.fields[name]?.type === 'lines')
  const records = await loadRecords(callerContext(context, systemCaller(context.starter)), {
    entity: entity.name,
    paths: [...ownPaths(entity).filter((path) => named.has(textBefore(path, '#'))), ...lines],
    where: { ids },
    scoped: false,
    lock: true,
  })
  return new Map(records.map((record) => [record.id, valuesOf(fields, loadDraft(entity, record))]))
}

const valuesOf = (fields: readonly string[], draft: RawRecord): RawRecord =>
  Object.fromEntries(fields.map((name) => [name, draft[name] ?? null]))

const imageKey = (entity: string, id: number) => `${entity} ${id}`
