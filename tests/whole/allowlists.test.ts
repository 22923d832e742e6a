// Tests that each list of app.json opens exactly what its entry names:
// in the menu, as a screen and as records, before and after the entry exists.
import { expect, it } from 'vitest'
import type { ListAnswer } from '../../src/protocol/calls'
import type { BootAnswer, ScreenAnswer } from '../../src/protocol/screenCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { fillAndRun, look } from '../generated/values'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })

/** What a role meets of a screen: its route, its definition, its records. */
async function meets(role: string, path: string) {
  const headers = { 'x-token': await suite.teller.token(role), 'x-language': 'zh' }
  const boot = await suite.product.transport({ method: 'GET', path: '/api/boot?client=dealerPc', headers })
  const { menu, routes } = (boot.body as Envelope<BootAnswer>).data
  const screen = await suite.teller.call<ScreenAnswer>(role, '/api/screen', { path })
  const list = await suite.teller.call<ListAnswer>(role, '/api/list', { screen: path, want: { rows: true } })
  return {
    inMenu: JSON.stringify(menu).includes(`"${path}"`),
    routed: path in routes,
    screen: screen.code,
    list: list.code,
    told: [screen.msg, list.msg],
  }
}

async function change(entity: string, field: string, value: boolean): Promise<void> {
  const account = await suite.teller.account('restricted')
  const id = entity === 'dealer' ? account.dealer : account.store
  const app = suite.product.server.dependencies.liveApp.current
  const transition = Object.values(app.entities[entity]!.transitions).find(
    ({ creates, form }) => !creates && form.some((ask) => ask.field === field),
  )!
  const { record } = (await look(suite.teller, 'admin', entity, id))!
  const answer = await fillAndRun({
    app,
    teller: suite.teller,
    role: 'admin',
    transition,
    record,
    given: { [field]: value },
  })
  expect(answer, answer.msg).toMatchObject({ code: 2000 })
}

const open = { inMenu: true, routed: true, screen: 2000, list: 2000 }
const shut = { inMenu: false, routed: false, screen: 2002, list: 2002 }

// spec 6.15
it.each([
  ['openedMeipingStoreNos', 'store', 'meipingOpened', '门店未开通美评'],
  ['openedDmmsJoinnos', 'dealer', 'dmmsOpened', '经销商未开通DMMS'],
])('%s opens its screens to who stands on it only', async (name, entity, field, reason) => {
  const { screens } = suite.product.server.dependencies.liveApp.current.product.allowlists[name]!
  expect(screens.length).toBeGreaterThan(0)
  for (const path of screens) {
    expect(await meets('owner', path)).toMatchObject(open)
    expect(await meets('admin', path)).toMatchObject(open)
    expect(await meets('restricted', path)).toMatchObject({ ...shut, told: [reason, reason] })
  }
  await change(entity, field, true)
  for (const path of screens) expect(await meets('restricted', path)).toMatchObject(open)
  await change(entity, field, false)
  for (const path of screens) expect(await meets('restricted', path)).toMatchObject(shut)
})
