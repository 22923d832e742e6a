// Proves that parts of a page appear only where they apply: no button for the impossible, no mark
// on what is right, no share without a target, no number without its title.
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRuntime, RuntimeProvider, type Runtime } from '../../src/client/context/clientContext'
import { memoryCookies } from '../client/memoryCookies'
import type { Column } from '../../src/manifest/model/column'
import type { Field } from '../../src/manifest/model/field'
import type { Text } from '../../src/manifest/model/text'
import type { LineValue, RecordData } from '../../src/protocol/calls'
import { AddressInput } from '../../src/ui/inputs/address/AddressInput'
import { RecordFacts } from '../../src/ui/screens/dashboard/latest/RecordName'
import { shownAt } from '../../src/ui/values/fieldAtPath'
import { filesOfRecord } from '../../src/ui/values/files/filesOf'
import { renderValue, textOfValue, type DisplayedField } from '../../src/ui/values/renderValue'
import type { PrintedDocument } from '../../src/manifest/model/document'
import { documentContent } from '../../src/server/endpoints/records/printing/documentContent'
import { piecesOf } from '../../src/ui/screens/print/documentParts'
import type { RenderContext } from '../../src/ui/values/renderContext'
import type { Entry } from '../../src/ui/schedule/entries'
import { meantRows } from '../../src/ui/schedule/meantRows'
import { MoreCards } from '../../src/ui/screens/board/BoardLane'
import { EntryButton } from '../../src/ui/screens/calendar/EntryButton'
import { FigureTarget } from '../../src/ui/screens/dashboard/figures/FigureTarget'
import { compiledBindery } from '../manifest/sources'
import { formTexts } from '../pageTexts'
import { createFixture } from './fixture'

const app = compiledBindery()
let runtime: Runtime
beforeAll(async () => {
  const { entry, transport } = createFixture(app, 1)
  runtime = createRuntime(entry, transport, memoryCookies())
  await runtime.language.begin()
})
const drawn = (element: ReactElement) =>
  renderToStaticMarkup(createElement(RuntimeProvider, { value: runtime }, element))

describe('an entry of a calendar', () => {
  const entry = { title: 'Candide', when: '10:00', details: [], color: 'neutral' } as unknown as Entry
  it('is a button for those who may open its record, and its text for the others', () => {
    const [open, closed] = [() => undefined, undefined].map((onOpen) =>
      drawn(createElement(EntryButton, { entry, onOpen })),
    )
    expect([open, closed].map((markup) => markup!.includes('<button'))).toEqual([true, false])
    expect(closed).toContain('Candide')
  })
})

describe('the rows of a calendar in a form', () => {
  const row = (key: string, first?: boolean) => ({ key, label: key, value: key, ...(first && { first }) })
  const keys = (rows: readonly { key: string }[]) => rows.map(({ key }) => key).join(' ')
  it('are those that come first and the chosen one, the others on request', () => {
    const { rows, others } = meantRows([row('fitter', true), row('guide'), row('owner')], 'owner')
    expect([keys(rows), keys(others)]).toEqual(['fitter owner', 'guide'])
  })
  it('are all where none comes first', () =>
    expect(keys(meantRows([row('guide'), row('owner')], '').rows)).toBe('guide owner'))
})

describe('a lane that does not hold all of its cards', () => {
  it('loads more, and where it loads no more says so', () => {
    const [more, rest] = [() => undefined, undefined].map((next) => drawn(createElement(MoreCards, { more: next })))
    expect(more).toContain(formTexts.loadMore.zh)
    expect(rest).not.toContain('<button')
    expect(rest).toContain(formTexts.notEverything.zh)
  })
})

describe('a value named by its path', () => {
  it('keeps the format of its field, as a percentage on a card of a board does', () => {
    const format = { percent: (value: string) => `${value} per cent`, number: String }
    const share = shownAt(app, 'supply', 'share')!
    expect(textOfValue(share, '0.5', { ...app, format } as unknown as RenderContext)).toBe('0.5 per cent')
  })
})

it('zero and nothing are faint, and no other number is', () => {
  const context = { ...app, format: { number: String, amount: String } } as unknown as RenderContext
  const classOf = (type: 'int' | 'money' | 'decimal', value: number | string | null) =>
    /class="([^"]*)"/.exec(drawn(createElement('p', null, renderValue({ field: 'n', type }, value, context))))![1]
  for (const [type, zero, other] of [
    ['int', 0, 3],
    ['money', '0.00', '0.01'],
    ['decimal', '0', '-1.5'],
  ] as const) {
    expect(classOf(type, zero)).toBe('value-number value-zero')
    expect(classOf(type, other)).toBe('value-number')
    expect(classOf(type, null)).toBe('value-none')
  }
})

describe('lines told in one text', () => {
  it('keep the unit that the head of their column names, and the sign of money', () => {
    const title = (zh: string): Text => ({ zh })
    const fields = {
      room: { name: 'room', type: 'string', title: title('空间') },
      width: { name: 'width', type: 'int', title: title('宽(mm)'), unit: title('mm') },
      price: { name: 'price', type: 'money', title: title('单价(元/㎡)') },
      share: { name: 'share', type: 'int', format: 'percent', title: title('比例(%)') },
    }
    const format = {
      number: String,
      percent: (value: string) => `${value}%`,
      money: (value: string) => `¥${value}`,
    }
    const translator = { t: () => '、', pick: (text: Text) => text.zh }
    const lines = { field: 'rooms', type: 'lines', summaryFields: Object.keys(fields), fields }
    const value: LineValue[] = [{ room: '厨房', width: 3600, price: '2.00', share: 60 }, { room: '阳台' }]
    expect(
      textOfValue(lines as unknown as DisplayedField, value, {
        ...app,
        format,
        translator,
      } as unknown as RenderContext),
    ).toBe('厨房 3600 mm ¥2.00 60%、阳台')
    const height = { name: 'height', type: 'int', title: title('高(mm)'), unit: title('mm') }
    const both = { ...lines, summaryFields: ['room', 'width', 'height'], fields: { ...fields, height } }
    expect(
      textOfValue(both as unknown as DisplayedField, [{ room: '厨房', width: 3600, height: 2400 }], {
        ...app,
        format,
        translator,
      } as unknown as RenderContext),
    ).toBe('厨房 宽(mm) 3600 高(mm) 2400')
  })
})

describe('a percentage in the text of a document', () => {
  const section = { text: { zh: '承担 {share}', en: 'Share {share}' } }
  const share = { title: { zh: '单据' }, sections: [section] } as unknown as PrintedDocument
  const record = { id: 1, values: { share: '0.4' } } as unknown as RecordData
  it('is one on paper, drawn by the page or written by the server', () => {
    const format = { percent: (value: string) => `${Number(value) * 100}%`, number: String }
    const words = { pick: (text: Text) => text.zh }
    const scene = { ...app, format, translator: words } as unknown as RenderContext
    const context = {
      entity: 'supply',
      record,
      related: [],
      renderContext: scene,
      language: 'zh',
      timezone: 'Asia/Shanghai',
      pictures: new Map(),
    }
    expect(drawn(createElement('div', null, ...piecesOf(share, context).map(({ node }) => node)))).toContain('承担 40%')
    const { parts } = documentContent(share, { app, entity: app.entities.supply!, record, language: 'zh' })
    expect(parts[0]!.paragraphs).toEqual(['承担 40%'])
  })
})

describe('a target', () => {
  const target = (value: string) => drawn(createElement(FigureTarget, { value: '5', target: value, text: value }))
  it('says what part of it is reached, and nothing where it is nothing', () => {
    expect(target('10')).toContain('50%')
    expect(target('0')).toBe('')
  })
})

describe('an address', () => {
  const marks = (value: object) =>
    [
      ...drawn(
        createElement(AddressInput, {
          id: 'address',
          field: { name: 'address', type: 'address', title: { zh: '地址', en: 'Address' } } as unknown as Field,
          value: { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号', ...value },
          onChange: () => undefined,
          invalid: true,
        }),
      ).matchAll(/class="(ant-select|ant-input) [^"]*"/g),
    ].map(([part]) => part.includes('status-error'))
  it('has a mark at what is missing, and at all parts where none is', () => {
    expect(marks({ province: '' })).toEqual([true, false, false, false])
    expect(marks({ province: '', detail: '' })).toEqual([true, false, false, true])
    expect(marks({})).toEqual([true, true, true, true])
  })
})

describe('a fact beside the name of a record', () => {
  const columns = [
    { field: 'due', type: 'money', title: { zh: '应收', en: 'Due' } },
    { field: 'who', type: 'string', title: { zh: '姓名', en: 'Name' } },
  ] as unknown as readonly Column[]
  const row = { id: 1, version: 1, label: 'x', values: { due: '0.00', who: 'Candide' } } as unknown as RecordData
  it('has its title where it is a number', () => {
    const format = { money: String }
    const context = { canOpen: () => false, format } as unknown as RenderContext
    const texts = drawn(createElement(RecordFacts, { row, entity: undefined, columns, context })).replace(
      /<[^>]*>/g,
      '|',
    )
    expect(texts).toMatch(/应收 .*0\.00/)
    expect(texts).toContain('|Candide|')
  })
})

it('the files of a record are those of all fields and lines, in their order, each once', () => {
  const field = (name: string, type: Field['type'], fields?: Record<string, Field>): Field => ({
    name,
    type,
    title: {},
    required: false,
    stored: true,
    system: false,
    ...(fields && { fields }),
  })
  const file = (id: string) => ({ id, name: id, size: 1, type: 'image/png' })
  const fields = {
    plans: field('plans', 'files'),
    steps: field('steps', 'lines', { kind: field('kind', 'string'), proofs: field('proofs', 'files') }),
    rooms: field('rooms', 'lines', { name: field('name', 'string') }),
    letters: field('letters', 'files'),
  }
  const values: RecordData['values'] = {
    letters: [file('e'), file('a')],
    steps: [{ kind: 'x', proofs: [file('b'), file('c')] }, { proofs: null }, { proofs: [file('d')] }],
    plans: [file('a')],
    rooms: [{ name: 'hall' }],
  }
  expect(filesOfRecord(fields, values).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(filesOfRecord(fields, { plans: null })).toEqual([])
})
