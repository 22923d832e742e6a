// Writes the tables of schemas/first, from which the first account of a production database is
// created: the headquarters with its office, the administrator's role, and the template of the role of dealers' owners.
import { readFileSync } from 'node:fs'
import { createBook } from './table'

const address = { province: '浙江省', city: '杭州市', district: '滨江区', detail: '江南大道 3888 号' }

export function firstTables() {
  const book = createBook()
  const roles = JSON.parse(readFileSync(new URL('roles.json', import.meta.url), 'utf8')) as Readonly<
    Record<'owner' | 'admin', { readonly title: readonly [zh: string, en: string]; readonly codes: readonly string[] }>
  >
  const dealer = book.add('dealer', 'headquarters', {
    joinno: 'HQ000',
    realname: '总部',
    mobile: '$login',
    name: '总部',
    city: '杭州市',
    address,
    isInvite: true,
    isPiper: true,
  })
  const store = book.add('store', 'office', {
    dealer,
    state: 'open',
    storeNo: 'HQ00001',
    name: '总部',
    storeType: 'flagship',
    series: 'wholeHome',
    address,
    openedOn: '@0',
  })
  const [role] = (['admin', 'owner'] as const).map((name) =>
    book.add('role', `role-${name}`, {
      dealer,
      name: roles[name].title,
      codes: roles[name].codes.map((code) => ({ code })),
      remark: name === 'owner' ? '新增经销商时，老板的权限参照此角色' : null,
    }),
  )
  book.add('employee', 'operator', {
    dealer,
    state: 'active',
    name: '总部运营',
    mobile: '$login',
    store,
    employeeType: '99',
    role,
    dataScope: 'all',
  })
  return book.tables()
}
