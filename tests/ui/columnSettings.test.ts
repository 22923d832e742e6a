// Proves the order, pinning and widths of a person's columns, and what is kept of them.
import { untranslated } from '../../src/manifest/model/text'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../src/manifest/model/column'
import {
  cellValue,
  choicesOf,
  inDisplayOrder,
  inPinOrder,
  moved,
  ownColumns,
  widestTexts,
  widthOf,
  withPinnedName,
} from '../../src/ui/table/columnSettings'
import { placesOf } from '../../src/ui/table/pinnedColumns'
import { sortedAlone, sortedAlso } from '../../src/ui/table/head/sortOrder'
import type { Sorted } from '../../src/ui/table/tableColumn'

const column = (field: string, part: Partial<Column> = {}): Column => ({
  field,
  title: untranslated(field),
  type: 'string',
  sum: false,
  hiddenByDefault: false,
  sortable: true,
  ...part,
})
const fields = (columns: readonly { field: string }[]) => columns.map((one) => one.field).join(' ')

describe("a person's columns", () => {
  it("are the manifest's where nothing was chosen", () => {
    expect(fields(ownColumns([column('a'), column('b')]))).toBe('a b')
  })

  it('keep the chosen order, forget what is gone, and take in what is new where the manifest has it', () => {
    const manifest = [column('new0'), column('a'), column('b'), column('new1'), column('c')]
    const kept = [
      { field: 'c' },
      { field: 'gone' },
      { field: 'b', off: true, width: 90 },
      { field: 'a', pin: 'left' as const },
    ]
    const own = ownColumns(manifest, kept)
    expect(fields(own)).toBe('new0 c b new1 a')
    expect(own.find((one) => one.field === 'b')).toMatchObject({ isHidden: true, width: 90, resized: true })
    expect(fields(inDisplayOrder(own))).toBe('a new0 c new1')
  })

  it('come back from what is kept of them', () => {
    const manifest = [column('a', { pin: 'left' }), column('b', { hiddenByDefault: true }), column('c')]
    const changed = ownColumns(manifest)
      .map((one) =>
        one.field === 'a' ? { ...one, pin: undefined } : one.field === 'b' ? { ...one, isHidden: false } : one,
      )
      .reverse()
    expect(ownColumns(manifest, choicesOf(changed))).toEqual(changed)
  })
})

describe('the name of a record', () => {
  const manifest = ownColumns([column('no'), column('name'), column('other')])
  const pins = (columns: readonly { field: string; pin?: string }[]) =>
    columns
      .filter((one) => one.pin === 'left')
      .map((one) => one.field)
      .join(' ')

  it('stays in sight with what stands before it, unless that is much or somebody has pinned', () => {
    expect(pins(withPinnedName(manifest, 'name'))).toBe('no name')
    expect(pins(withPinnedName(manifest, 'no'))).toBe('no')
    expect(pins(withPinnedName(manifest, 'other'))).toBe('')
    expect(pins(withPinnedName(ownColumns([column('no'), column('name'), column('x', { pin: 'left' })]), 'name'))).toBe(
      'x',
    )
  })

  it('that is moved out of the pinned columns is pinned no more, and a column moved among them is', () => {
    const pinned = inPinOrder(withPinnedName(manifest, 'name'))
    expect(moved(pinned, 0, 1).map((one) => `${one.field} ${one.pin}`)).toEqual([
      'name left',
      'no left',
      'other undefined',
    ])
    expect(moved(pinned, 0, 2).map((one) => `${one.field} ${one.pin}`)).toEqual([
      'name left',
      'other undefined',
      'no undefined',
    ])
    expect(moved(pinned, 2, 0).map((one) => `${one.field} ${one.pin}`)).toEqual(['other left', 'no left', 'name left'])
  })
})

describe('pinned columns', () => {
  it('stand behind each other at both edges', () => {
    const places = placesOf(
      [
        { width: 100, pin: 'left' },
        { width: 50, pin: 'left' },
        { width: 80 },
        { width: 60, pin: 'right' },
        { width: 90, pin: 'right' },
      ],
      40,
    )
    expect(places.map((place) => place.style)).toEqual([
      { left: 40 },
      { left: 140 },
      undefined,
      { right: 90 },
      { right: 0 },
    ])
    expect(places.map((place) => place.className)).toEqual([
      'table-pin',
      'table-pin table-pin-last',
      '',
      'table-pin table-pin-first',
      'table-pin',
    ])
  })
})

describe('the width of a column', () => {
  const [name, day] = ownColumns([column('name'), column('day', { type: 'date' })])
  const widths = (texts: readonly string[], before: ReadonlyMap<string, number> = new Map()) =>
    widestTexts([name!, day!], texts.length, (_, row) => texts[row]!, before)

  it('follows the widest text that was seen, between what can be read and what leaves room for others', () => {
    const seen = widths(['张三', '余杭未来科技城旗舰店'])
    expect(widthOf(name!, '名称', [], seen.get('name'))).toBeCloseTo(10 * 13.2 + 28)
    expect(widthOf(name!, '名称', [], widths(['甲']).get('name'))).toBe(72)
    expect(widthOf(name!, '名称', [], widths(['很'.repeat(80)]).get('name'))).toBe(260)
    expect(seen.has('day')).toBe(false)
  })

  it('does not shrink while somebody looks, and is what somebody chose', () => {
    const seen = widths(['甲'], widths(['余杭未来科技城旗舰店']))
    expect(widthOf(name!, '名称', [], seen.get('name'))).toBeCloseTo(160)
    expect(widthOf({ ...name!, width: 90 }, '名称', [], seen.get('name'))).toBe(90)
  })

  it('shows an address from its city on, which says the province', () => {
    const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 18 号' }
    expect(cellValue({ type: 'address' }, address)).toEqual({ ...address, province: '' })
    expect(cellValue({ type: 'address' }, { ...address, city: '' })).toEqual({ ...address, city: '' })
    expect(cellValue({ type: 'string' }, 'x')).toBe('x')
    expect(cellValue({ type: 'address' }, null)).toBeNull()
  })
})

describe('an order by columns', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((field) => ({ field, descending: false })) as [Sorted, Sorted, Sorted]
  const turned = (sort: Sorted) => ({ ...sort, descending: true })

  it('by one alone turns, ends, and takes the place of several', () => {
    expect(sortedAlone([], 'a')).toEqual([a])
    expect(sortedAlone([a], 'a')).toEqual([turned(a)])
    expect(sortedAlone([turned(a)], 'a')).toBeUndefined()
    expect(sortedAlone([turned(a), b], 'a')).toEqual([a])
    expect(sortedAlone([a], 'b')).toEqual([b])
  })

  it('takes in up to three, each turning and leaving in its place', () => {
    expect(sortedAlso([], 'a')).toEqual([a])
    expect(sortedAlso([a], 'b')).toEqual([a, b])
    expect(sortedAlso([a, b], 'a')).toEqual([turned(a), b])
    expect(sortedAlso([turned(a), b], 'a')).toEqual([b])
    expect(sortedAlso([turned(a)], 'a')).toBeUndefined()
    expect(sortedAlso([a, b, c], 'd')).toEqual([a, b, c])
    expect(sortedAlso([a, b, c], 'c')).toEqual([a, b, turned(c)])
  })
})
