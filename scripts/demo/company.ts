// Generates dealers, stores, roles and accounts of the demo data, named as in the documentation.
import { roleOf, staffRoles } from './roles'
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

const accounts: readonly Account[] = [
  {
    key: 'owner',
    name: '周建平',
    mobile: '13800000001',
    type: '1',
    role: 'owner',
    scope: 'dealer',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'manager',
    name: '沈佳慧',
    mobile: '13800000002',
    type: '2',
    role: 'manager',
    scope: 'store',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'guide',
    name: '林小雨',
    mobile: '13800000003',
    type: '3',
    role: 'guide',
    scope: 'self',
    dealer: 'J10001',
    store: 'S1',
    menus: ['/customer/CustomerDrain'],
  },
  {
    key: 'designer',
    name: '陆明远',
    mobile: '13800000004',
    type: '4',
    role: 'designer',
    scope: 'self',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'finance',
    name: '钱美玲',
    mobile: '13800000005',
    type: '5',
    role: 'finance',
    scope: 'dealer',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'dispatcher',
    name: '何志刚',
    mobile: '13800000006',
    type: '7',
    role: 'dispatcher',
    scope: 'store',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'aftersales',
    name: '唐晓芸',
    mobile: '13800000007',
    type: '8',
    role: 'aftersales',
    scope: 'dealer',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'storebuilder',
    name: '方国强',
    mobile: '13800000008',
    type: '9',
    role: 'storebuilder',
    scope: 'dealer',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'orderclerk',
    name: '罗文静',
    mobile: '13800000009',
    type: '10',
    role: 'orderclerk',
    scope: 'dealer',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'installer',
    name: '丁大勇',
    mobile: '13800000010',
    type: '6',
    scope: 'self',
    dealer: 'J10001',
    store: 'S1',
    login: false,
  },
  {
    key: 'installer2',
    name: '石海峰',
    mobile: '13800000016',
    type: '6',
    scope: 'self',
    dealer: 'J10001',
    store: 'S1',
    login: false,
  },
  {
    key: 'installer3',
    name: '贺志强',
    mobile: '13800000017',
    type: '6',
    scope: 'self',
    dealer: 'J10001',
    store: 'S1',
    login: false,
  },
  {
    key: 'guide2',
    name: '许思琪',
    mobile: '13800000013',
    type: '3',
    role: 'guide',
    scope: 'self',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'guide3',
    name: '马俊凯',
    mobile: '13800000014',
    type: '3',
    role: 'guide',
    scope: 'self',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'designer2',
    name: '顾雨晴',
    mobile: '13800000015',
    type: '4',
    role: 'designer',
    scope: 'self',
    dealer: 'J10001',
    store: 'S1',
  },
  {
    key: 'restricted',
    name: '郑宏伟',
    mobile: '13800000011',
    type: '1',
    role: 'owner2',
    scope: 'dealer',
    dealer: 'J10002',
    store: 'S2',
  },
  {
    key: 'guideAtJ10002',
    name: '林小雨',
    mobile: '13800000003',
    type: '3',
    role: 'guide2',
    scope: 'self',
    dealer: 'J10002',
    store: 'S2',
  },
  {
    key: 'admin',
    name: '总部运营',
    mobile: '13800000099',
    type: '99',
    role: 'admin',
    scope: 'all',
    dealer: 'HQ000',
    store: 'S0',
  },
]

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

/** Writes dealers, stores, roles and accounts; `accounts`: those shown in the terminal. */
export function addCompany(book: Book): void {
  const dealer = (
    joinno: string,
    name: string,
    realname: string,
    mobile: string,
    city: string,
    flags: object,
    more: object = {},
  ) =>
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
  dealer('HQ000', '总部', '总部', '13800000099', '杭州市', firstPartner)
  dealer('J10001', '杭州臻木家居有限公司', '周建平', '13800000001', '杭州市', firstPartner, {
    testRun: true,
    dmmsOpened: true,
    letterName: '杭州臻木家居有限公司 · 臻木全屋定制',
    letterAddress: '杭州市西湖区天目山路 388 号',
    letterPhone: '0571-8812 6600',
    letterLogo: ['logo 臻木标志.png'],
    letterSeal: ['seal 合同专用章.png'],
    letterFooter: '臻于细节，木有温度    客服热线 400-881-2660（每日 9:00–21:00）',
  })
  dealer('J10002', '绍兴雅居定制家居', '郑宏伟', '13800000011', '绍兴市', secondPartner, {
    state: 'restricted',
    status: '2',
    address: address('绍兴市', '柯桥区', '金柯桥大道 1366 号'),
  })
  dealer('J10003', '台州美居家具商行', '吕文斌', '13800000031', '台州市', secondPartner, {
    state: 'restricted',
    status: '0',
    address: address('台州市', '椒江区', '市府大道 518 号'),
  })
  const store = (key: string, owner: string, storeNo: string, name: string, city: string, more: object = {}) =>
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
  store('S0', 'HQ000', 'HQ00001', '总部展厅', '杭州市', {
    address: address('杭州市', '滨江区', '江南大道 3888 号'),
    phone: '0571-88005678',
  })
  store('S1', 'J10001', 'J1000101', '杭州西溪旗舰店', '杭州市', { meipingOpened: true, manager: '$manager' })
  store('S2', 'J10002', 'J1000201', '绍兴柯桥店', '绍兴市', {
    storeType: 'standard',
    level: 'B',
    address: address('绍兴市', '柯桥区', '笛扬路 1288 号 1 层 106'),
    phone: '0575-84001234',
    area: '210',
  })
  const role = (key: string, name: string, owner: string, more: object = {}) =>
    book.add('role', `role-${key}`, {
      dealer: `$${owner}`,
      state: 'active',
      ...roleOf(name),
      template: false,
      createdBy: '$admin',
      createdAt: '@-400 09:30',
      stateAt: '@-400 09:30',
      ...more,
    })
  for (const key of ['owner', ...staffRoles]) role(key, key, 'J10001')
  role('owner2', 'owner', 'J10002')
  role('guide2', 'guide', 'J10002')
  role('admin', 'admin', 'HQ000')
  for (const name of staffRoles) role(`new-${name}`, name, 'HQ000', { template: true })
  for (const [index, account] of accounts.entries())
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
