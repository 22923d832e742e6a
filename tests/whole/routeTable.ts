// Reads the route table of the specification.
import { readFileSync } from 'node:fs'

export interface RouteRow {
  path: string
  codes: string[]
  hidden: boolean
  noCache: boolean
  pinned: boolean
  autoLogin: boolean
  redirect: string
}
const rows: RouteRow[] = readFileSync(new URL('./routes.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [path = '', codes = '', , hidden, noCache, pinned, autoLogin, , redirect = ''] = line.split('\t')
    return {
      path,
      codes: codes === '-' ? [] : codes.split(' '),
      hidden: hidden === 'y',
      noCache: noCache === 'y',
      pinned: pinned === 'y',
      autoLogin: autoLogin === 'y',
      redirect: redirect === '-' ? '' : redirect,
    }
  })
/** Where the table gives no code: the one that the name of the address leads to. */
const read: Readonly<Record<string, string>> = {
  '/order/Contract': 'p_pc_contract',
  '/aftermarket/DemandList': 'p_pc_aftermarket',
  '/aftermarket/cg_deposit_refund': 'p_pc_aftermarket',
  '/aftermarket/survey_satisfaction': 'p_pc_aftermarket',
  '/buildStore/sampleOrder': 'p_pc_BuildStore',
  '/buildStore/bsEvaluation': 'p_pc_BuildStore',
  '/packageBuildStore/bsEvaluation': 'p_pc_PackageBuildStore',
  '/channelManage/carrier': 'p_pc_ChannelManage',
  '/supplement/paymentAdd': 'p_pc_after',
  '/supplement/paymentReupload': 'p_pc_after',
  '/supplement/priceAdd': 'p_pc_after',
  '/supplement/priceReupload': 'p_pc_after',
  '/supplement/statusQuery': 'p_pc_after',
}

/** The table, with the code that is read where it gives none. */
export const routeTable: readonly RouteRow[] = rows.map((row) => ({
  ...row,
  codes: row.codes.map((code) => (code === '?' ? read[row.path]! : code)),
}))

export const isWithin = (path: string, module: string) => path === module || path.startsWith(`${module}/`)
