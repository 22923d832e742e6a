// Attaches files to demo records wherever their state requires an upload.
// Runs over the finished tables; src/server/boot/demo/files.ts describes how files are written.
import { way } from './stages/way'
import { recordsOf, type Row, type Table } from './table'

/** The files of a record; none where its state requires none. */
type Files = (row: Row) => readonly string[] | null

const always =
  (...files: string[]): Files =>
  () =>
    files
const inStates =
  (states: readonly string[], ...files: string[]): Files =>
  ({ state }) =>
    states.includes(String(state)) ? files : null
/** The order states that imply a design, and those that imply a design signed by the customer. */
const drawn = [...way.slice(way.indexOf('inviting')), 'chargedBack']
const signed = [...way.slice(way.indexOf('signing')), 'chargedBack']
const filesOfDoneTasks: Readonly<Record<string, readonly string[]>> = {
  measure: ['photo 量尺现场.jpg'],
  install: ['photo 安装完工.jpg', 'photo 安装细节.jpg'],
  aftermarket: ['photo 售后处理.jpg'],
}
const hasLines = (row: Row): boolean => Array.isArray(row.lines) && row.lines.length > 0
const hasPrices = ({ lines }: Row): boolean =>
  Array.isArray(lines) && lines.some((line: Row) => line.requestPrice !== null && line.requestPrice !== undefined)

const filesByField: Readonly<Record<string, Readonly<Record<string, Files>>>> = {
  afterCase: {
    photos: ({ key }) =>
      String(key).endsWith('0') ? ['photo 现场照片.jpg', 'photo 局部照片.jpg'] : ['photo 现场照片.jpg'],
  },
  article: {
    cover: ({ kind }) => (kind === 'case' ? ['photo 案例封面.jpg'] : null),
    files: ({ kind }) => (kind === 'study' ? ['page 学习资料.png'] : kind === 'factory' ? ['page 通知原文.png'] : null),
  },
  channelProject: { files: always('page 合作协议.png') },
  chargeback: { files: always('page 退单协议.png') },
  complaint: { photos: always('photo 问题照片.jpg', 'photo 外包装.jpg') },
  contract: { files: always('page 合同扫描件.png') },
  demand: { files: ({ demandType }) => (demandType === 'product' ? ['front 产品示意图.png'] : null) },
  deposit: { files: inStates(['applied', 'refunded', 'forfeited'], 'page 安装验收单.png') },
  evaluation: {
    photos: ({ state, kind }) =>
      state !== 'submitted'
        ? null
        : kind === 'install'
          ? ['photo 安装完工.jpg']
          : kind === 'store'
            ? ['photo 门店开业.jpg']
            : null,
  },
  invoice: { files: inStates(['issued'], 'page 电子发票.png') },
  nonstandard: { files: always('front 非标图纸.png') },
  order: {
    drawings: inStates(drawn, 'front 立面图.png', 'plan 平面图.png'),
    confirmFiles: inStates(signed, 'page 方案确认书.png'),
  },
  placement: { files: always('front 拆单图.png') },
  receipt: { vouchers: ({ payMethod }) => (payMethod === 'cash' ? null : ['slip 收款凭证.png']) },
  redesign: {
    files: always('photo 现场照片.jpg'),
    newFiles: ({ uploadCount }) => (Number(uploadCount) > 0 ? ['front 新立面图.png', 'plan 新平面图.png'] : null),
  },
  refund: { vouchers: inStates(['paid'], 'slip 退款回单.png') },
  remittance: { vouchers: always('slip 银行回单.png') },
  shipment: { photos: inStates(['received'], 'photo 收货照片.jpg') },
  storeCost: { vouchers: always('slip 费用凭证.png') },
  storeProject: { photos: ({ builtOn }) => (builtOn ? ['photo 完工门面.jpg', 'photo 完工样柜.jpg'] : null) },
  supplement: { files: always('page 增减项确认单.png') },
  supplyOrder: {
    files: (row) => ['photo 补单部位.jpg', ...(hasLines(row) ? ['front 补件图纸.png'] : [])],
    priceFiles: (row) => (hasPrices(row) ? ['page 报价单.png'] : null),
  },
  task: { photos: ({ state, taskType }) => (state === 'done' ? (filesOfDoneTasks[String(taskType)] ?? null) : null) },
}

/** Adds the files to the records of all tables. */
export function addPictures(tables: readonly Table[]): void {
  for (const table of tables) {
    const { entity, columns, rows } = table
    const records = recordsOf(table)
    for (const [field, filesOf] of Object.entries(filesByField[entity] ?? {})) {
      if (!columns.includes(field)) columns.push(field)
      for (const [index, row] of rows.entries()) row[columns.indexOf(field)] = filesOf(records[index]!)
    }
  }
}
