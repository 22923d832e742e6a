// A page for looking at forms and blocks without a server: the real manifests, a transport that answers from memory.
import '../../../src/browser/page.css'
import { createRoot } from 'react-dom/client'
import { compile } from '../../../src/manifest/compile'
import { menu, routes } from '../../../src/manifest/navigation'
import type { App } from '../../../src/manifest/app'
import type { Call, Reply } from '../../../src/protocol/transport'
import type { RecordData } from '../../../src/protocol/calls'
import { memoryJar } from '../../../src/runtime/jar'
import { createRuntime, RuntimeProvider } from '../../../src/runtime/runtime'
import { Page } from '../../../src/browser/Page'

const raw = import.meta.glob('../../../schemas/**/*.json', { query: '?raw', import: 'default', eager: true }) as Record<string, string>
const sources = Object.entries(raw).map(([path, text]) => ({ path: path.replace(/^.*\/schemas\//, ''), text })).filter((s) => !/^(language|demo)\//.test(s.path))
const extra = { path: 'order/Board.screen.json', text: JSON.stringify({ path: '/order/Board', title: ['订单看板', 'Order board'], kind: 'board', permission: ['p_pc_orderList'], order: 5, entity: 'order', where: "state in ['assigning', 'measuring', 'drawing', 'inviting']", board: { by: 'state', card: ['no', 'customer', 'category', 'expectInstallOn'] }, search: ['customer', 'category'], actions: ['create'] }) }
const draw = { path: 'order/DrawList.screen.json', text: JSON.stringify({ path: '/order/DrawX', title: ['出图', 'Draw'], kind: 'list', permission: ['p_pc_orderList'], order: 6, entity: 'order', columns: ['no', 'customer', 'state'], actions: ['submitDraw', 'measure', 'saveParts', 'rejectCase', 'create', 'contract.create'] }) }
const form = { path: 'order/AddX.screen.json', text: JSON.stringify({ path: '/order/AddX', title: ['新建订单', 'New order'], kind: 'form', permission: ['p_pc_orderList'], order: 7, entity: 'order', actions: ['create'], sections: [{ title: ['基本信息', 'Basics'], fields: ['customer', 'orderType', 'channelProject', 'category', 'urgency'] }, { title: ['安排', 'Arrangement'], fields: ['designer', 'expectInstallOn', 'address', 'remark'] }] }) }
const compiled = compile([...sources, ...(sources.some((s) => s.text.includes('"/order/')) ? [] : []), extra, draw, form])
if (!compiled.ok) throw new Error(compiled.problems.map((p) => `${p.file}:${p.line} ${p.message}`).join('\n'))
const app: App = compiled.app
const admin = { administrator: true, codes: new Set(Object.keys(app.access.codes)), disabled: new Set<string>(), scope: 'tenant', reasons: new Map(), me: { id: 7 }, holds: () => true } as never
const names = ['陈晓明', '王丽', '张伟', '李娜', '刘洋', '周敏', '吴强', '郑爽']
const people = ['林导购', '何师傅', '罗师傅', '高设计', '孙店长', '马财务', '欧阳安装']
const day = (n: number) => new Date(Date.now() + n * 86400000).toISOString().slice(0, 10)
let seed = 3
const rnd = (n: number) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % n }
function value(entity: string, name: string, n: number): unknown {
  const f = app.entities[entity]!.fields[name]!
  switch (f.type) {
    case 'string': return name === 'name' ? names[n % names.length] : name === 'no' ? `${app.entities[entity]!.number ?? ''}25112100${String(n).padStart(3, '0')}` : `${f.title[0]}${n}`
    case 'mobile': return `1391111${String(n).padStart(4, '0')}`
    case 'choice': { const items = f.dictionary ? app.dictionaries[f.dictionary]!.items.map((i) => i.code) : Object.keys(app.entities[entity]!.states); return items[rnd(items.length)] }
    case 'ref': return f.entity === 'customer' ? { id: n % 8 + 1, label: names[n % 8] } : { id: rnd(7) + 1, label: f.entity === 'employee' ? people[rnd(7)] : `${app.entities[f.entity!]!.title[0]} ${rnd(3) + 1}` }
    case 'money': return `${1000 + rnd(90000)}.00`
    case 'int': return rnd(50)
    case 'decimal': return '108.50'
    case 'date': return day(rnd(30) - 10)
    case 'datetime': return new Date(Date.now() + (rnd(30) - 10) * 86400000).toISOString()
    case 'boolean': return n % 2 === 0
    case 'address': return { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号 1-1201' }
    case 'text': return '客户已交房，约周六到店'
    case 'files': return [{ id: 'f1', name: '平面图.png', size: 120000, type: 'image/png' }, { id: 'f2', name: '合同扫描件 2025-03-16.pdf', size: 2400000, type: 'application/pdf' }]
    case 'lines': return []
  }
}
function record(entity: string, n: number): RecordData {
  const e = app.entities[entity]!
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(e.fields)) values[name] = value(entity, name, n)
  const state = (values.state as string) ?? undefined
  if (entity === 'order') { values.items = [{ lineNo: 1, category: app.dictionaries.productCategory!.items[0]!.code, room: app.dictionaries.room!.items[0]!.code, name: '地柜', unit: app.dictionaries.unit!.items[0]!.code, qty: '3.60', unitPrice: '2280.00' }, { lineNo: 2, name: '吊柜', qty: '2.40', unitPrice: '1650.00' }]; values.parts = Array.from({ length: 120 }, (_, i) => ({ partNo: `P${String(i + 1).padStart(3, '0')}`, itemLine: 1, name: '侧板', length: 720, width: 560, thickness: 18, qty: 10, factoryPrice: '120.00', unit: 'm2', isNonstandard: false })) }
  values['order.customer'] = { id: 1, label: names[n % 8] }
  values['customer.mobile'] = '13911110001'
  return { id: n, version: 3, state, label: String(values[e.label] ?? values.no ?? n), values: values as never, can: Object.values(e.transitions).filter((t) => !t.creates).map((t) => t.name).concat(Object.values(app.entities).flatMap((x) => Object.values(x.transitions).filter((t) => t.creates).map((t) => `${x.name}.${t.name}`))) }
}
const rowsOf = (entity: string, count: number) => { seed = 3; return Array.from({ length: count }, (_, i) => record(entity, i + 1)) }
const ok = (data: unknown, msg = ''): Reply => ({ status: 200, headers: { 'content-type': 'application/json' }, body: { code: 2000, msg, data } })
const refuse = (msg: string, fields = {}): Reply => ({ status: 200, headers: { 'content-type': 'application/json' }, body: { code: 2001, msg, data: { fields } } })
const log: unknown[] = []
Object.assign(window, { calls: log, app })
const settings = Object.fromEntries(Object.values(app.settings).map((s) => [s.name, s.value]))
const all = { revision: app.revision, entities: app.entities, dictionaries: app.dictionaries, settings }

async function transport(call: Call): Promise<Reply> {
  const path = call.path.split('?')[0]!
  const body = (call.body ?? {}) as Record<string, any>
  if (path !== '/api/events') log.push([path, body])
  await new Promise((r) => setTimeout(r, 60))
  switch (path) {
    case '/api/boot': return ok({ revision: app.revision, product: app.product, account: { id: 7, name: '林小雨', login: '13800000003', tenant: { id: 1, label: '杭州欧派经销商' }, unit: { id: 3, label: '西湖旗舰店' }, scope: 'self', administrator: false, avatar: [], ...(location.search.includes('nome') ? {} : { values: { store: { id: 3, label: '西湖旗舰店' } } }) }, codes: Object.keys(app.access.codes), menu: menu(app, admin), routes: Object.fromEntries(Object.values(routes(app, admin)).map((r: any) => [r.path, r])), modules: app.modules, preferences: {}, counters: {} })
    case '/api/screen': return app.screens[body.path] ? ok({ ...all, screen: app.screens[body.path] }) : { status: 404, headers: {}, body: { code: 404, msg: '', data: null } }
    case '/api/entity': return ok(all)
    case '/api/list': { const s = app.screens[body.screen]!; const state = body.filters?.find((f: any) => f.field === 'state')?.value?.[0]; const rows = rowsOf(s.entity!, body.size ?? 20).map((r) => (state ? { ...r, state, values: { ...r.values, state } } : r)); return ok({ rows: s.kind === 'board' ? rows.slice(0, 3 + rnd(5)) : rows, total: { count: 37, more: false }, tabs: {}, sums: {} }) }
    case '/api/record': return ok({ record: rowsOf(body.entity, body.id).at(-1), related: [] })
    case '/api/options': { const list = body.ids ? body.ids.map((id: number) => ({ id, label: `#${id} 标签` })) : (String(body.field).includes('guide') || /worker|designer/.test(body.field) ? people : names).map((label, i) => ({ id: i + 1, label, hint: `KH2511210000${i}` })).filter((o) => !body.words || o.label.includes(body.words)); return ok({ options: list, more: !body.words && !body.ids }) }
    case '/api/run': {
      await new Promise((r) => setTimeout(r, 400))
      if (JSON.stringify(body.values ?? {}).includes('13911110001')) return refuse('该手机号已有客户：陈晓明（导购：林小雨）', { mobile: '该手机号已有客户：陈晓明（导购：林小雨）' })
      if (JSON.stringify(body.values ?? {}).includes('拒绝')) return refuse('客户还有净收款，不能流失')
      if (JSON.stringify(body.values ?? {}).includes('冲突')) return refuse('请检查明细', { 'items.1.qty': '数量不能大于 10' })
      return ok({ id: 99, version: 1, label: 'KH25112100099', message: '客户已新增' })
    }
    case '/api/batch': return ok({ done: body.records.length - 2, refused: body.records.slice(0, 2).map((r: any) => ({ id: r.id, label: names[r.id % 8], message: '客户还有未完成的订单' })) })
    case '/api/calendar': { const rows = rowsOf('task', 40).map((r, i) => ({ ...r, values: { ...r.values, date: new Date(Date.parse(body.from) + rnd(7 * (body.to > new Date(Date.parse(body.from) + 8 * 86400000).toISOString() ? 5 : 1)) * 86400000).toISOString().slice(0, 10), 'order.customer': { id: 1, label: names[i % 8] } } })); return ok({ rows, more: false, groups: people.map((label, i) => ({ id: i + 1, label })) }) }
    case '/api/report': { const r = app.screens[body.screen]!.report!; const rows = people.map((label, i) => ({ groups: { store: { id: i % 2 + 1, label: ['西湖旗舰店', '滨江店'][i % 2] }, guide: { id: i, label } }, measures: Object.fromEntries(r.measures.map((m) => [m.name, m.type === 'int' ? String(rnd(30)) : `${rnd(90)}.50`])) })); return ok({ rows, totals: Object.fromEntries(r.measures.filter((m) => m.total).map((m) => [m.name, m.type === 'int' ? '120' : '31.20'])), more: false }) }
    case '/api/dashboard': return ok({ blocks: app.screens[body.screen]!.blocks.map((b) => b.block === 'queues' ? { block: 'queues', queues: Object.values(app.screens).filter((s) => s.queue || s.kind === 'list').slice(4, 13).map((s, i) => ({ path: s.path, waiting: i === 2 ? 0 : i * 7 + 1, late: i % 3 === 0 ? i + 1 : 0, more: i === 8 })) } : b.block === 'figures' ? { block: 'figures', values: b.figures.map((f) => f.type === 'money' ? '234800.50' : '37') } : b.block === 'latest' ? { block: 'latest', rows: rowsOf(b.entity!, 6) } : { block: 'other' }) })
    case '/api/timeline': return ok({ entries: [], more: false })
    case '/api/events': return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode(': hello\n\n')) } }) }
    case '/api/preference': return ok(null)
    default:
      if (call.body instanceof FormData) { for (let p = 0; p <= 100; p += 20) { (call as any).progress?.(p, 100); await new Promise((r) => setTimeout(r, 150)) } const f = call.body.get('file') as File; if (f.name.includes('bad')) return refuse('文件内容与类型不符'); return ok({ id: `u${log.length}`, name: f.name, size: f.size, type: f.type }) }
      if (path.includes('ownload')) { const c = document.createElement('canvas'); c.width = c.height = 60; const x = c.getContext('2d')!; x.fillStyle = '#8ab'; x.fillRect(0, 0, 60, 60); x.fillStyle = '#fff'; x.fillRect(10, 20, 40, 20); const blob = await new Promise<Blob>((r) => c.toBlob((b) => r(b!))); return { status: 200, headers: { 'content-type': 'image/png' }, body: new Uint8Array(await blob.arrayBuffer()) } }
      return ok(null)
  }
}
const endpoints = { upload: { operation: 'upload', method: 'POST', path: '/pcindex4/upload/file.html', timeout: 300000, writes: true }, download: { operation: 'download', method: 'POST', path: '/pcindex/api/downloadFile.html', timeout: 300000, writes: false } }
const entry = { revision: app.revision, product: app.product, routes: {}, endpoints } as never
const runtime = createRuntime(entry, transport, memoryJar({ Token: 'x', language: new URLSearchParams(location.search).get('lang') ?? sessionStorage.getItem('lang') ?? 'zh' }))
createRoot(document.getElementById('page')!).render(<RuntimeProvider value={runtime}><Page handed={null} /></RuntimeProvider>)
