// Another company's program does the first ten steps of the first story, with only the types that
// were generated from the description of the interface, beside which it is compiled and run (see
// typedClient.ts).
import { randomUUID } from 'node:crypto'
import type { Calls } from './calls'

type Success<Path extends keyof Calls> = Extract<Calls[Path]['answer'], { code: 2000 }>
type Call = <Path extends keyof Calls>(path: Path, request: Calls[Path]['request']) => Promise<Calls[Path]['answer']>

const [, , address = '', dealerId, png = ''] = process.argv
const dealer = Number(dealerId)
const password = 'Demo@123456'
const mobiles = { admin: '13800000099', owner: '13800000001', manager: '13800000002', guide: '13800000003' }

const callerWith =
  (token: string): Call =>
  async (path, request) => {
    const reply = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-token': token },
      body: JSON.stringify(request),
    })
    return (await reply.json()) as never
  }

async function signIn(role: keyof typeof mobiles): Promise<{ call: Call; token: string }> {
  const signInPath = '/pcindex/login/login_check.html'
  type Data = { token?: string; accounts?: { handle: string }[] }
  const first = await callerWith('')(signInPath, { account: mobiles[role], password, pwdType: 'password' })
  let data = first.data as Data
  if (!data.token) {
    const own = data.accounts!.find((account) => /J10001|杭州/.test(JSON.stringify(account)))!
    data = (await callerWith('')(signInPath, { handle: own.handle, pwdType: 'handle' })).data as Data
  }
  return { call: callerWith(data.token!), token: data.token! }
}

/** @throws Error with the key of a refusal */
async function done<Path extends keyof Calls>(answer: Promise<Calls[Path]['answer']>): Promise<Success<Path>['data']> {
  const { code, msg, data } = (await answer) as { code: number; msg: string; data: unknown }
  if (code !== 2000) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`)
  return data as Success<Path>['data']
}

const run = (call: Call, request: Calls['/api/run']['request']) => done<'/api/run'>(call('/api/run', request))
const read = async (call: Call, request: Calls['/api/record']['request']) =>
  (await done<'/api/record'>(call('/api/record', request))).record
const key = () => randomUUID()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
/** Days of the product, which is eight hours ahead. */
const dayIn = (days: number) => inDays(days + 1 / 3).slice(0, 10)

async function uploadPicture(token: string) {
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'voucher.png')
  const reply = await fetch(`${address}/pcindex4/upload/file.html`, {
    method: 'POST',
    headers: { 'x-token': token },
    body: form,
  })
  const { data } = (await reply.json()) as {
    data: { id: string; name: string; size: number; type: string; files: { id: string }[] }
  }
  const { id, name, size, type } = data
  return { id, name, size, type }
}

const [admin, owner, manager, guide] = await Promise.all([
  signIn('admin'),
  signIn('owner'),
  signIn('manager'),
  signIn('guide'),
])
const states: string[] = []
const note = ({ state = '' }: { state?: string }) => states.push(state)

const credit = await run(admin.call, {
  entity: 'creditLine',
  transition: 'grant',
  values: { dealer, creditType: 'permanent', limit: '50000.00', validFrom: dayIn(0), validTo: dayIn(300) },
  key: key(),
})
note(credit)
const remittance = await run(owner.call, {
  entity: 'remittance',
  transition: 'create',
  values: {
    purpose: 'prepay',
    amount: '80000.00',
    bank: 'icbc',
    payerName: '杭州经销商',
    bankRef: 'ICBC0301',
    paidOn: dayIn(0),
    vouchers: [await uploadPicture(owner.token)],
  },
  key: key(),
})
note(remittance)
note(
  await run(admin.call, {
    entity: 'remittance',
    transition: 'post',
    id: remittance.id,
    version: remittance.version,
    values: {},
    key: key(),
  }),
)
const lead = await run(manager.call, {
  entity: 'customer',
  transition: 'createPool',
  values: { name: '陈晓明', mobile: '13911110001', source: 'online', intent: 'B' },
  key: key(),
})
note(lead)
note(await run(guide.call, { entity: 'customer', transition: 'claim', id: lead.id, version: lead.version, key: key() }))
const twin = await guide.call('/api/run', {
  entity: 'customer',
  transition: 'create',
  values: { name: '陈先生', mobile: '13911110001', source: 'walkIn', intent: 'C' },
  key: key(),
})
// The key of a refusal tells its kind; its sentence is for people.
if (twin.code === 2000) throw new Error('The same customer was added twice.')
states.push(twin.key)
note(
  await run(guide.call, {
    entity: 'follow',
    transition: 'create',
    values: { customer: lead.id, method: 'phone', content: '客户已交房，约周六到店', intent: 'A', nextAt: inDays(2) },
    key: key(),
  }),
)
const visit = await run(guide.call, {
  entity: 'appointment',
  transition: 'create',
  values: { customer: lead.id, type: 'storeVisit', at: inDays(2) },
  key: key(),
})
note(visit)
note(
  await run(guide.call, {
    entity: 'appointment',
    transition: 'arrive',
    id: visit.id,
    version: visit.version,
    note: '到店',
    key: key(),
  }),
)
const customer = await read(guide.call, { entity: 'customer', id: lead.id })
note(
  await run(guide.call, {
    entity: 'customer',
    transition: 'edit',
    id: customer.id,
    version: customer.version,
    values: {
      address: { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 268 号 1-1201' },
      layout: '3r2l',
      area: '108',
      stage: 'tiling',
    },
    key: key(),
  }),
)
const { values } = await read(guide.call, { entity: 'customer', id: lead.id })
const area = 'area' in values ? values.area : undefined
const home = 'address' in values ? values.address : undefined
console.log(JSON.stringify([...states, area, home]))
