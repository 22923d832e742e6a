// Writes the tables of schemas/first, from which the first account of a production database is
// created: the headquarters with its office, the administrator's role, and the roles that new dealers get.
import { roleOf, staffRoles } from './roles'
import { createBook } from './table'

const address = { province: '浙江省', city: '杭州市', district: '滨江区', detail: '江南大道 3888 号' }

export function firstTables() {
  const book = createBook()
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
  const role = book.add('role', 'role-admin', { dealer, ...roleOf('admin'), template: false })
  book.add('role', 'role-owner', {
    dealer,
    ...roleOf('owner'),
    template: false,
    remark: ['新增经销商时，老板的权限参照此角色', 'The owner of a new dealer gets the permissions of this role'],
  })
  for (const name of staffRoles) book.add('role', `role-${name}`, { dealer, ...roleOf(name), template: true })
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
