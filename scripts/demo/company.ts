// Generates dealers, stores, roles and accounts of the demo data, named as in the documentation.
import { roleOf, staffRoles } from './roles'
import { readRows } from './readRows'
import type { Book } from './table'

interface Account {
  readonly key: string
  readonly name: string
  readonly mobile: string
  readonly type: string
  readonly role?: string
  readonly scope: string
  readonly dealer: string
  readonly store: string
  readonly login?: boolean
  readonly menus?: readonly string[]
}
/** The monthly sales target of each. */
const monthTargets: Readonly<Record<string, string>> = { owner: '1800000', manager: '1200000', guide: '900000' }

const accounts = readRows<readonly Account[]>('accounts')

const firstPartner = {
  isInstallation: false,
  isInvite: true,
  isPicture: false,
  isPiper: true,
  isProgramme: false,
  isReceiptConfirmat: false,
  isScale: false,
}
const secondPartner = {
  isInstallation: true,
  isInvite: false,
  isPicture: false,
  isPiper: false,
  isProgramme: true,
  isReceiptConfirmat: true,
  isScale: true,
}
const address = (city: string, district: string, detail: string) => ({ province: '浙江省', city, district, detail })

interface Dealer {
  readonly joinno: string
  readonly name: string
  readonly realname: string
  readonly mobile: string
  readonly city: string
  readonly flags: object
  readonly more?: object
}
const dealers: readonly Dealer[] = [
  { joinno: 'HQ000', name: '总部', realname: '总部', mobile: '13800000099', city: '杭州市', flags: firstPartner },
  {
    joinno: 'J10001',
    name: '杭州臻木家居有限公司',
    realname: '周建平',
    mobile: '13800000001',
    city: '杭州市',
    flags: firstPartner,
    more: {
      testRun: true,
      dmmsOpened: true,
      letterName: '杭州臻木家居有限公司 · 臻木全屋定制',
      letterAddress: '杭州市西湖区天目山路 388 号',
      letterPhone: '0571-8812 6600',
      letterLogo: ['logo 臻木标志.png'],
      letterSeal: ['seal 合同专用章.png'],
      letterFooter: '臻于细节，木有温度    客服热线 400-881-2660（每日 9:00–21:00）',
    },
  },
  {
    joinno: 'J10002',
    name: '绍兴雅居定制家居',
    realname: '郑宏伟',
    mobile: '13800000011',
    city: '绍兴市',
    flags: secondPartner,
    more: { state: 'restricted', status: '2', address: address('绍兴市', '柯桥区', '金柯桥大道 1366 号') },
  },
  {
    joinno: 'J10003',
    name: '台州美居家具商行',
    realname: '吕文斌',
    mobile: '13800000031',
    city: '台州市',
    flags: secondPartner,
    more: { state: 'restricted', status: '0', address: address('台州市', '椒江区', '市府大道 518 号') },
  },
]

interface Store {
  readonly key: string
  readonly owner: string
  readonly storeNo: string
  readonly name: string
  readonly city: string
  readonly more: object
}
const stores: readonly Store[] = [
  {
    key: 'S0',
    owner: 'HQ000',
    storeNo: 'HQ00001',
    name: '总部展厅',
    city: '杭州市',
    more: { address: address('杭州市', '滨江区', '江南大道 3888 号'), phone: '0571-88005678' },
  },
  {
    key: 'S1',
    owner: 'J10001',
    storeNo: 'J1000101',
    name: '杭州西溪旗舰店',
    city: '杭州市',
    more: { meipingOpened: true, manager: '$manager' },
  },
  {
    key: 'S2',
    owner: 'J10002',
    storeNo: 'J1000201',
    name: '绍兴柯桥店',
    city: '绍兴市',
    more: {
      storeType: 'standard',
      level: 'B',
      address: address('绍兴市', '柯桥区', '笛扬路 1288 号 1 层 106'),
      phone: '0575-84001234',
      area: '210',
    },
  },
]

export function addCompany(book: Book): void {
  for (const dealer of dealers) addDealer(book, dealer)
  for (const store of stores) addStore(book, store)
  addRoles(book)
  for (const [index, account] of accounts.entries()) addAccount(book, account, index)
}

function addDealer(book: Book, { joinno, name, realname, mobile, city, flags, more }: Dealer): void {
  book.add('dealer', joinno, {
    state: 'active',
    joinno,
    realname,
    mobile,
    name,
    city,
    address: address(city, '西湖区', '天目山路 388 号'),
    status: '1',
    ...flags,
    testRun: false,
    dmmsOpened: false,
    ...more,
  })
}

function addStore(book: Book, { key, owner, storeNo, name, city, more }: Store): void {
  book.add('store', key, {
    dealer: `$${owner}`,
    state: 'open',
    createdAt: '@-900 09:00',
    stateAt: '@-900 09:00',
    storeNo,
    name,
    manager: null,
    storeType: 'flagship',
    level: 'A',
    series: 'wholeHome',
    address: address(city, '西湖区', '古墩路 701 号'),
    area: '420',
    phone: '0571-88001234',
    meipingOpened: false,
    openedOn: '@-900',
    ...more,
  })
}

function addRoles(book: Book): void {
  const add = (key: string, name: string, owner: string, template = false) =>
    book.add('role', `role-${key}`, {
      dealer: `$${owner}`,
      state: 'active',
      ...roleOf(name),
      template,
      createdBy: '$admin',
      createdAt: '@-400 09:30',
      stateAt: '@-400 09:30',
    })
  for (const key of ['owner', ...staffRoles]) add(key, key, 'J10001')
  add('owner2', 'owner', 'J10002')
  add('guide2', 'guide', 'J10002')
  add('admin', 'admin', 'HQ000')
  for (const name of staffRoles) add(`new-${name}`, name, 'HQ000', true)
}

function addAccount(book: Book, account: Account, index: number): void {
  book.add('employee', account.key, {
    dealer: `$${account.dealer}`,
    state: 'active',
    createdAt: `@${index * 14 - 390} 10:00`,
    name: account.name,
    mobile: account.mobile,
    store: `$${account.store}`,
    employeeType: account.type,
    role: account.role === undefined ? null : `$role-${account.role}`,
    dataScope: account.scope,
    disabledMenus: (account.menus ?? []).map((path) => ({ path })),
    regChannel: 'pc',
    canLogin: account.login ?? true,
    monthTarget: monthTargets[account.key] ?? null,
    weixinBound: false,
  })
}
