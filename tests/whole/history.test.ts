// Tests that the history contains only real changes:
// for every transition that only fills in values, writing back what was read leaves no entry.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { isEmpty } from '../../src/manifest/fieldTypes/definition'
import type { Transition } from '../../src/manifest/model/transition'
import type { FileValue, ListAnswer, RecordAnswer, RecordData, RefValue } from '../../src/protocol/calls'
import type { TimelineAnswer } from '../../src/protocol/records/noteCalls'
import type { NotePeopleAnswer, NotesAnswer, WriteNoteAnswer } from '../../src/protocol/records/noteCalls'
import { codes } from '../../src/protocol/envelope'
import type { DashboardAnswer } from '../../src/protocol/reportCalls'
import { requireApp } from '../../scripts/compiled'
import { layoutForm } from '../../src/ui/form/model/layoutForm'
import { knownValues, sentValues } from '../../src/ui/form/model/formValues'
import { describeUndo } from './undoCases'
import { useProduct } from './useProduct'

const roles = ['owner', 'admin', 'storebuilder', 'finance'] as const
const suite = useProduct({ environment: { JOBS: 'off' } })
const app = requireApp()
const edits = Object.values(app.entities).flatMap((entity) =>
  Object.values(entity.transitions)
    .filter(
      ({ creates, permissions, to, form: asks, effects, set, copy, change, append }) =>
        !creates &&
        permissions.some(({ permission }) => permission !== 'system') &&
        to === undefined &&
        asks.length > 0 &&
        asks.every(({ input }) => !input) &&
        effects.length === 0 &&
        [set, copy, change, append].every((rules) => Object.keys(rules).length === 0),
    )
    .map((transition) => ({ entity, transition, name: `${entity.name}.${transition.name}` })),
)

async function found(entity: string, transition: string): Promise<{ role: string; record: RecordData } | undefined> {
  for (const role of roles)
    for (const screen of Object.values(app.screens)) {
      if (screen.entity !== entity || screen.kind !== 'list') continue
      const { data } = await suite.teller.call<ListAnswer | null>(role, '/api/list', { screen: screen.path, size: 50 })
      for (const row of data?.rows ?? []) {
        if (!row.can.includes(transition)) continue
        const read = await suite.teller.call<RecordAnswer>(role, '/api/record', { entity, id: row.id })
        if (read.code === codes.success) return { role, record: read.data.record }
      }
    }
  return undefined
}

const latestOf = async (role: string, entity: string, id: number) =>
  (await suite.teller.call<TimelineAnswer>(role, '/api/timeline', { entity, id })).data.entries[0]

const send = (role: string, { entity, name, note }: Transition, record: RecordData, values: object) =>
  suite.teller.call(role, '/api/run', {
    entity,
    transition: name,
    id: record.id,
    version: record.version,
    values,
    ...(note === 'required' && { note: '备注' }),
    key: randomUUID().replaceAll('-', ''),
  })

/** Which edits are not tried, and why. */
const notTried: Readonly<Record<string, readonly string[]>> = {
  'refuses what was there before': ['customer.correctMobile'],
  'belongs to who wrote the record, in no list of these accounts': ['webhook.edit'],
  'is offered by a page of its own': ['dealer.editLetterhead'],
  'asks of an order that was taken over after its signing, which the demo has none of': ['order.enterItems'],
}

describe('what was read and written back', () => {
  const written: string[] = []
  it.each(edits)('$name leaves nothing in the history', async ({ entity, transition }) => {
    const some = await found(entity.name, transition.name)
    if (!some) return
    const { role, record } = some
    const latest = () => latestOf(role, entity.name, record.id)
    const before = await latest()
    const { fields } = layoutForm(entity, transition)
    const values = sentValues(
      fields,
      knownValues(fields, record),
      () => true,
      () => false,
    )
    // What a form shows under a condition is sent only when it is there.
    const conditional = fields
      .filter(({ visibleWhen: show, name }) => show && isEmpty(record.values[name]))
      .map(({ name }) => name)
    for (const name of conditional) delete values[name]
    const answer = await send(role, transition, record, values)
    if (answer.code !== codes.success) return
    written.push(`${entity.name}.${transition.name}`)
    const after = await latest()
    if (transition.note === 'required') expect(after?.changes).toEqual([])
    else expect(after).toEqual(before)
  })

  it('was tried wherever the demo data allow it', () => {
    const untried = edits.map(({ name }) => name).filter((name) => !written.includes(name))
    expect(untried.sort()).toEqual(Object.values(notTried).flat().sort())
  })

  it('an amount is the same however many zeros it ends in', async () => {
    const again: string[] = []
    for (const { entity, transition, name } of edits) {
      if (!written.includes(name)) continue
      const amounts = transition.form.filter(({ field }) => ['money', 'decimal'].includes(entity.fields[field]!.type))
      const some = amounts.length > 0 ? await found(entity.name, transition.name) : undefined
      if (!some) continue
      const { role, record } = some
      const read = Object.fromEntries(amounts.map(({ field }) => [field, record.values[field]]))
      const values = Object.fromEntries(
        Object.entries(read).flatMap(([field, value]) => {
          const shorter = typeof value === 'string' && value.includes('.') ? value.replace(/\.?0+$/, '') : value
          return shorter === value ? [] : [[field, shorter]]
        }),
      )
      if (Object.keys(values).length === 0) continue
      const latest = await latestOf(role, entity.name, record.id)
      const answer = await send(role, transition, record, values)
      expect(answer, `${name} ${JSON.stringify(values)}`).toMatchObject({ code: codes.success })
      expect(await latestOf(role, entity.name, record.id), name).toEqual(latest)
      again.push(name)
    }
    expect(again).not.toEqual([])
  })
})

describe('notes beneath a record', () => {
  const key = () => randomUUID().replaceAll('-', '')
  const write = (role: string, rest: object) =>
    suite.teller.call<WriteNoteAnswer | null>(role, '/api/notes/write', { text: '请看一下', key: key(), ...rest })
  const notesOf = async (role: string, customer: object) =>
    (await suite.teller.call<NotesAnswer | null>(role, '/api/notes', customer)).data?.notes
  const colleagues = ['owner', 'manager', 'guide', 'designer', 'finance', 'dispatcher', 'aftersales', 'storebuilder']
  const ownCustomer = async () => {
    const list = await suite.teller.call<ListAnswer>('guide', '/api/list', {
      screen: '/customer/CustomerList',
      size: 1,
    })
    return { entity: 'customer', id: list.data.rows![0]!.id }
  }

  it('name exactly those who may open the record', async () => {
    const customer = await ownCustomer()
    for (const role of colleagues.filter((other) => other !== 'guide')) {
      const { id, name } = await suite.teller.account(role)
      const reads = (await suite.teller.call(role, '/api/record', customer)).code === codes.success
      const people = await suite.teller.call<NotePeopleAnswer>('guide', '/api/notes/people', {
        ...customer,
        words: name,
      })
      expect(
        people.data.options.some((option) => option.id === id),
        role,
      ).toBe(reads)
      const written = await write('guide', { ...customer, mentions: [id] })
      expect(written.code === codes.success, role).toBe(reads)
      expect((await notesOf(role, customer)) !== undefined, role).toBe(reads)
    }
  })

  it('offer first whom the record names, each colleague with the role', async () => {
    const customer = await ownCustomer()
    const { record } = (await suite.teller.call<RecordAnswer>('owner', '/api/record', customer)).data
    const request = { ...customer, words: '' }
    const { options } = (await suite.teller.call<NotePeopleAnswer>('owner', '/api/notes/people', request)).data
    expect(options[0]).toEqual({ ...(record.values.guide as RefValue), hint: '导购' })
    expect(options.every(({ hint }) => hint)).toBe(true)
  })

  it('find colleagues by the name of their role', async () => {
    const request = { ...(await ownCustomer()), words: '店长' }
    const { options } = (await suite.teller.call<NotePeopleAnswer>('guide', '/api/notes/people', request)).data
    const { id } = await suite.teller.account('manager')
    expect(options).toContainEqual({ id, label: expect.any(String) as string, hint: '店长' })
    expect(options.every(({ label, hint }) => `${label}${hint}`.includes('店长'))).toBe(true)
  })

  it('are written once however often they are sent, and reach the named person with the record', async () => {
    const customer = await ownCustomer()
    const owner = await suite.teller.account('owner')
    const file = (await suite.teller.value('guide', '#合影.png')) as FileValue
    const before = (await notesOf('guide', customer))!.length
    const note = { ...customer, text: '户型图已更新', mentions: [owner.id], files: [file.id], key: key() }
    const first = await write('guide', note)
    expect((await write('guide', note)).data).toEqual(first.data)
    expect((await write('guide', { ...note, text: '别的' })).code).toBe(codes.refused)
    const notes = (await notesOf('owner', customer))!
    expect(notes).toHaveLength(before + 1)
    expect(notes[0]).toMatchObject({
      own: false,
      text: '户型图已更新',
      mentions: [{ id: owner.id, label: owner.name }],
      files: [{ id: file.id, name: '合影.png' }],
    })
    const { data } = await suite.teller.call<ListAnswer>('owner', '/api/list', { screen: '/message', size: 10 })
    const told = data.rows!.filter(({ values }) => values.body === '户型图已更新')
    expect(told.map(({ values }) => values.route)).toEqual([`/customer/CustomerList?record=customer:${customer.id}`])
    const download = async (role: string) =>
      suite.product.transport({
        ...carried(customer, file),
        headers: { 'x-token': await suite.teller.token(role), 'content-type': 'application/json' },
      })
    expect((await download('owner')).status).toBe(200)
    expect((await download('storebuilder')).body).toMatchObject({ code: codes.forbidden })
  })

  it('lead whom they name to what that person may open by the time of reading', async () => {
    const customer = await ownCustomer()
    const guide = await suite.teller.account('guide')
    const owner = await suite.teller.account('owner')
    const { database, callers } = suite.product.server.dependencies
    await write('owner', { ...customer, text: '请回访', mentions: [guide.id] })
    const call = <T>(path: string, body: object) => suite.teller.call<T>('guide', path, body)
    /** The link of the message in the list, opened, and on the home page. */
    const links = async () => {
      const list = await call<ListAnswer>('/api/list', { screen: '/message', size: 1 })
      const [{ id, values } = {} as RecordData] = list.data.rows!
      expect(values.body).toBe('请回访')
      const opened = await call<RecordAnswer>('/api/record', { entity: 'message', id })
      const home = await call<DashboardAnswer>('/api/dashboard', { screen: app.product.homeScreen })
      const shown = home.data.blocks.flatMap((block) => (block.block === 'latest' ? block.rows : []))
      const onHome = shown.find((row) => row.id === id && row.label === values.title)
      const routes = [values.route, opened.data.record.values.route, onHome!.values.route]
      expect(new Set(routes).size).toBe(1)
      return routes[0]
    }
    const assign = (id: number) =>
      database.query(sql`update "customer" set "guide" = ${id}::bigint, "createdBy" = ${id}::bigint,
        "designer" = null where "id" = ${customer.id}`)
    const close = (...paths: string[]) =>
      suite.teller.act('owner', 'employee.edit', guide.id, { disabledMenus: paths.map((path) => ({ path })) })
    const own = `/customer/CustomerList?record=customer:${customer.id}`
    await assign(guide.id)
    expect(await links()).toBe(own)
    await close('/customer/CustomerList')
    callers.forget()
    const [screen, query] = String(await links()).split('?')
    expect([screen, query]).toEqual([expect.not.stringMatching('/customer/CustomerList'), own.split('?')[1]])
    expect((await call('/api/screen', { path: screen })).code).toBe(codes.success)
    await assign(owner.id)
    expect((await call('/api/record', customer)).code).not.toBe(codes.success)
    expect(await links()).toBeNull()
    await close()
    callers.forget()
    expect(await links()).toBe('/customer/CustomerList')
    await assign(guide.id)
    expect(await links()).toBe(own)
  })

  it('whose text changed after a lost answer are one, with the new text, whichever attempt was written', async () => {
    const customer = await ownCustomer()
    const owner = await suite.teller.account('owner')
    const before = (await notesOf('guide', customer))!.length
    const [lost, sent, late] = [key(), key(), key()]
    const first = await write('guide', { ...customer, text: '周六量尺', mentions: [owner.id], key: lost })
    const changed = { ...customer, text: '周日量尺', mentions: [owner.id], key: sent, replaces: [lost] }
    expect((await write('guide', changed)).data).toEqual(first.data)
    expect((await write('guide', changed)).data).toEqual(first.data)
    const notes = (await notesOf('guide', customer))!
    expect(notes).toHaveLength(before + 1)
    expect(notes[0]).toMatchObject({ text: '周日量尺', former: [{ text: '周六量尺' }] })
    // One that never arrived is closed: it does not write later.
    expect((await write('guide', { ...customer, text: '周一量尺', key: key(), replaces: [late] })).code).toBe(
      codes.success,
    )
    expect((await write('guide', { ...customer, text: '迟到的', key: late })).code).toBe(codes.refused)
    expect((await notesOf('guide', customer))![0]).toMatchObject({ text: '周一量尺', former: [] })
    expect(await notesOf('guide', customer)).toHaveLength(before + 2)
    // A key of a colleague's is not one of the caller's attempts.
    const others = await write('owner', { ...customer, text: '收到', key: key(), replaces: [sent] })
    expect(others.data!.id).not.toBe(first.data!.id)
  })

  it('are corrected by their author alone, with the old text kept', async () => {
    const customer = await ownCustomer()
    const { data } = await write('guide', { ...customer, text: '周六量尺' })
    const correction = { ...customer, corrects: data!.id, text: '周日量尺' }
    expect((await write('owner', correction)).code).toBe(codes.refused)
    expect((await write('guide', correction)).code).toBe(codes.success)
    expect((await notesOf('guide', customer))![0]).toMatchObject({ text: '周日量尺', former: [{ text: '周六量尺' }] })
  })

  it('send no more than a hundred messages an hour for one account, and go on without mentions', async () => {
    const customer = await ownCustomer()
    const people = await suite.teller.call<NotePeopleAnswer>('guide', '/api/notes/people', { ...customer, words: '' })
    const mentions = people.data.options.map(({ id }) => id)
    const before = (await notesOf('guide', customer))!.length
    let sent = 0
    let answer = await write('guide', { ...customer, mentions })
    for (; answer.code === codes.success && sent < 100; sent += 1)
      answer = await write('guide', { ...customer, mentions })
    expect(answer).toMatchObject({ key: 'too_many_mentions' })
    expect(sent).toBeGreaterThan(0)
    expect(await notesOf('guide', customer), 'a refused note is not written').toHaveLength(Math.min(50, before + sent))
    expect((await write('guide', customer)).code).toBe(codes.success)
    expect((await write('owner', { ...customer, mentions })).code).toBe(codes.success)
  })

  it('are refused where a record has none', async () => {
    const list = await suite.teller.call<ListAnswer>('owner', '/api/list', { screen: '/store/Staff', size: 1 })
    expect((await write('owner', { entity: 'employee', id: list.data.rows![0]!.id })).code).toBe(codes.refused)
  })
})

const carried = ({ entity, id }: { entity: string; id: number }, file: FileValue) => ({
  method: 'POST' as const,
  path: '/pcindex/api/downloadFile.html',
  body: { client: 'dealerPc', id: file.id, entity, record: id },
})

describeUndo(suite)
