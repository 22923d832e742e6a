// Generates the content of demo orders: items, their parts and the factory's prices, in cents.
import type { Chance } from './chance'

export interface Item {
  readonly lineNo: number
  readonly category: string
  readonly room: string
  readonly name: string
  readonly material: string
  readonly colour: string
  readonly unit: string
  readonly qty: string
  readonly unitPrice: string
}
export interface Part {
  readonly partNo: string
  readonly itemLine: number
  readonly name: string
  readonly length: number
  readonly width: number
  readonly qty: number
  readonly unit: string
  readonly factoryPrice: string
  readonly [field: string]: unknown
}
export interface Line {
  readonly partNo: string
  readonly name: string
  readonly measure: string
  readonly factoryPrice: string
  readonly surcharge: string
}

const usualGoods = [
  {
    category: 'wardrobe',
    room: 'master',
    name: '入墙衣柜',
    material: 'multilayer',
    colour: 'oak',
    unit: 'm2',
    unitPrice: 1280,
  },
  {
    category: 'wardrobe',
    room: 'second',
    name: '推拉门衣柜',
    material: 'pet',
    colour: 'pearlGrey',
    unit: 'm2',
    unitPrice: 1180,
  },
  {
    category: 'bath',
    room: 'bathroom',
    name: '浴室柜',
    material: 'multilayer',
    colour: 'walnut',
    unit: 'set',
    unitPrice: 3600,
  },
] as const
const kitchen = {
  category: 'cabinet',
  room: 'kitchen',
  name: '地柜',
  material: 'particle',
  colour: 'warmWhite',
  unit: 'm',
  unitPrice: 2280,
} as const

export const money = (cents: number): string => (cents / 100).toFixed(2)
/** Hundredths of an amount. */
export const cents = (amount: unknown): number => Math.round(Number(amount) * 100)

/** @param cooks whether the order contains a kitchen */
export function goodsOf(chance: Chance, cooks: boolean): Item[] {
  return [
    ...(cooks && chance.in100(60) ? [kitchen] : []),
    ...usualGoods.filter((_, index) => index === 0 || chance.in100(50)),
  ].map((item, index) => ({
    lineNo: index + 1,
    ...item,
    qty: (chance.between(150, 900) / 100).toFixed(2),
    unitPrice: item.unitPrice.toFixed(2),
  }))
}

export const total = (items: readonly Item[]): number =>
  items.reduce((sum, item) => sum + Math.round(Number(item.qty) * cents(item.unitPrice)), 0)

/** Boards and hardware of each item. */
export function partsOf(chance: Chance, items: readonly Item[]): Part[] {
  const board = (item: Item, name: string, qty: number, factoryPrice: string) => ({
    itemLine: item.lineNo,
    name: `${item.name}${name}`,
    material: item.material,
    colour: item.colour,
    edge: 'all',
    grain: 'none',
    length: chance.between(50, 235) * 10,
    width: chance.between(30, 60) * 10,
    thickness: 18,
    qty,
    unit: 'm2',
    factoryPrice,
    marked: false,
  })
  return items
    .flatMap((item) => [
      board(item, '柜体板', chance.between(6, 18), '176.00'),
      { ...board(item, '门板', chance.between(2, 8), '620.00'), thickness: 20 },
      {
        ...board(item, '五金件', chance.between(4, 12), '96.00'),
        name: '五金件',
        length: 100,
        width: 100,
        unit: 'pcs',
        material: 'metal',
      },
    ])
    .map((part, index) => ({ partNo: `P${String(index + 1).padStart(3, '0')}`, ...part }))
}

/** The lines of a placement, and what they cost in cents. */
export function linesOf(parts: readonly Part[]): { readonly lines: Line[]; readonly goods: number } {
  const lines = parts.map(({ partNo, name, length, width, qty, unit, factoryPrice }) => ({
    partNo,
    name,
    measure: unit === 'm2' ? (Math.round((length * width * qty) / 1000) / 1000).toFixed(3) : qty.toFixed(3),
    factoryPrice,
    surcharge: '0.00',
  }))
  return {
    lines,
    goods: lines.reduce((sum, line) => sum + Math.round(Number(line.measure) * cents(line.factoryPrice)), 0),
  }
}
