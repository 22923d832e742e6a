// Writes evaluations of carriers and installers, and surveys.
import type { Chance } from './chance'
import { at, type Book, dealer, on } from './table'

const praise = [
  '送货准时，包装完好',
  '师傅耐心，现场收拾得干净',
  '整体满意，会推荐给朋友',
  '沟通及时，安装很细致',
] as const

/** Writes an evaluation; `open` ones have no scores yet. */
export function addScore(
  book: Book,
  chance: Chance,
  key: string,
  {
    kind,
    order,
    shipment,
    items,
    received,
    open,
    low,
  }: {
    readonly kind: string
    readonly order: string
    readonly shipment?: string
    readonly items: readonly string[]
    readonly received: number
    readonly open: boolean
    readonly low: boolean
  },
): void {
  const created = at(-Math.max(1, received), 16)
  const scores = open
    ? []
    : items.map((item) => ({ item, score: String(low ? chance.between(1, 3) : chance.between(4, 5)) }))
  book.add('evaluation', key, {
    dealer,
    state: open ? 'pending' : 'submitted',
    createdBy: '$dispatcher',
    createdAt: created,
    stateAt: open ? created : at(-Math.max(0, received - 1), 10),
    kind,
    order: `$${order}`,
    shipment: shipment ? `$${shipment}` : null,
    channel: open || kind === 'carrier' ? null : 'phone',
    scores,
    comment: open
      ? null
      : low
        ? chance.one(['有两处没有收好，已约师傅返工', '外箱破损，沟通较慢', '比约定晚到半天'])
        : (praise[received % (praise.length * 2)] ?? null),
    photos: null,
    evaluatedOn: open ? null : on(-Math.max(0, received - 1)),
  })
}
