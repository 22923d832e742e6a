// Reads the roles of the demo data and of new dealers: names, permission codes and purposes.
import { readRows } from './readRows'

const roles =
  readRows<
    Readonly<Record<string, { readonly title: readonly [zh: string, en: string]; readonly codes: readonly string[] }>>
  >('roles')

/** The purpose of each role, as noted by its creator. */
const remarks: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  owner: ['全部权限', 'All permissions'],
  manager: ['门店日常：客户、订单、审核与报表', 'Daily work of a store: customers, orders, approvals and reports'],
  guide: ['接待、跟进、签约与收款', 'Reception, follow-up, contracts and payments'],
  designer: ['量尺、出图与重新设计', 'Measuring, drawings and redesign'],
  finance: ['收款审核、与工厂对账、开票', 'Payment approval, factory accounts and invoices'],
  dispatcher: ['派量尺、派安装与收货', 'Schedules measuring and installation, takes deliveries'],
  aftersales: ['售后、客诉、补单与回访', 'Service cases, complaints, replacement orders and follow-up calls'],
  storebuilder: ['建店、上样与渠道项目', 'Store set-up, samples and channel projects'],
  orderclerk: ['拆单、报价确认与下单', 'Splits orders, confirms prices and places them'],
}

/** The roles of a dealer besides the owner's. */
export const staffRoles: readonly string[] = Object.keys(remarks).filter((name) => name !== 'owner')

/** The values of a role's record. */
export function roleOf(name: string): {
  readonly name: readonly string[]
  readonly codes: readonly { readonly code: string }[]
  readonly remark: readonly string[] | null
} {
  const { title, codes } = roles[name]!
  return { name: title, codes: codes.map((code) => ({ code })), remark: remarks[name] ?? null }
}
