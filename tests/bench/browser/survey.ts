// Which sixty fields has the form that is measured? One list, from which the manifest is written; the twin's form says
// the same by hand.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FieldType } from '../../../src/manifest/model/field'
import { copySchemas } from '../schemas'

interface SurveyField {
  readonly type: FieldType
  readonly title: readonly [string, string]
  readonly required?: boolean
  readonly default?: string
  readonly min?: number
  readonly shownWith?: string
}
interface SurveySection {
  readonly title: readonly [string, string]
  readonly fields: Readonly<Record<string, SurveyField>>
}

const dictionary = 'surveyChoice'

export const survey: readonly SurveySection[] = [
  {
    title: ['房屋', 'House'],
    fields: {
      community: { type: 'string', title: ['小区', 'Community'], required: true },
      building: { type: 'string', title: ['楼栋', 'Building'], required: true },
      room: { type: 'string', title: ['房号', 'Room'], required: true },
      city: { type: 'string', title: ['城市', 'City'] },
      houseKind: { type: 'choice', title: ['房屋类型', 'House type'] },
      houseState: { type: 'choice', title: ['房屋状态', 'House condition'] },
      layout: { type: 'choice', title: ['户型', 'Layout'], required: true },
      area: { type: 'decimal', title: ['面积', 'Area'], required: true, min: 1 },
      floors: { type: 'int', title: ['楼层', 'Floors'] },
      ceiling: { type: 'int', title: ['层高', 'Ceiling height'] },
      elevator: { type: 'boolean', title: ['有电梯', 'Elevator'] },
      handover: { type: 'date', title: ['交房日期', 'Handover'] },
      parking: { type: 'boolean', title: ['可停车', 'Parking'] },
      owner: { type: 'string', title: ['业主', 'Owner'], required: true },
      ownerMobile: { type: 'mobile', title: ['业主手机', 'Owner mobile'] },
    },
  },
  {
    title: ['现场', 'Site'],
    fields: {
      measuredOn: { type: 'date', title: ['量尺日期', 'Measured on'] },
      measurer: { type: 'string', title: ['量尺人', 'Measurer'] },
      wallKind: { type: 'choice', title: ['墙面', 'Walls'] },
      floorKind: { type: 'choice', title: ['地面', 'Floor'] },
      ceilingKind: { type: 'choice', title: ['顶面', 'Ceiling'] },
      humidity: { type: 'decimal', title: ['湿度', 'Humidity'] },
      levelGap: { type: 'int', title: ['水平误差', 'Level gap'] },
      gasMoved: { type: 'boolean', title: ['燃气改管', 'Gas pipe moved'], default: 'true' },
      gasCompany: { type: 'string', title: ['燃气公司', 'Gas company'], shownWith: 'gasMoved' },
      waterPoint: { type: 'string', title: ['水位', 'Water'] },
      powerPoint: { type: 'string', title: ['电位', 'Power'] },
      ventKind: { type: 'choice', title: ['排烟方式', 'Vent'] },
      keyHolder: { type: 'string', title: ['钥匙保管', 'Key holder'] },
      obstacles: { type: 'text', title: ['障碍物', 'Obstacles'] },
      siteRemark: { type: 'text', title: ['现场说明', 'Site remark'] },
    },
  },
  {
    title: ['设计', 'Design'],
    fields: {
      style: { type: 'choice', title: ['风格', 'Style'], required: true },
      colour: { type: 'choice', title: ['颜色', 'Colour'] },
      material: { type: 'choice', title: ['材质', 'Material'] },
      budget: { type: 'money', title: ['预算', 'Budget'], min: 0 },
      designerName: { type: 'string', title: ['设计师', 'Designer'] },
      family: { type: 'int', title: ['家庭人数', 'Family'] },
      children: { type: 'boolean', title: ['有小孩', 'Children'], default: 'true' },
      childAge: { type: 'int', title: ['小孩年龄', 'Child age'], shownWith: 'children' },
      elders: { type: 'boolean', title: ['有老人', 'Elders'] },
      pets: { type: 'boolean', title: ['有宠物', 'Pets'] },
      cookHabit: { type: 'string', title: ['烹饪习惯', 'Cooking'] },
      storage: { type: 'string', title: ['收纳需求', 'Storage'] },
      appliances: { type: 'text', title: ['电器清单', 'Appliances'] },
      wishes: { type: 'text', title: ['其他愿望', 'Wishes'] },
      draftOn: { type: 'date', title: ['出图日期', 'Draft on'] },
    },
  },
  {
    title: ['交付', 'Delivery'],
    fields: {
      contractNo: { type: 'string', title: ['合同号', 'Contract no.'] },
      contractOn: { type: 'date', title: ['签约日期', 'Signed on'] },
      deposit: { type: 'money', title: ['定金', 'Deposit'], min: 0 },
      total: { type: 'money', title: ['总价', 'Total'], min: 0 },
      payKind: { type: 'choice', title: ['付款方式', 'Payment'] },
      payer: { type: 'string', title: ['付款人', 'Payer'] },
      payerMobile: { type: 'mobile', title: ['付款人手机', 'Payer mobile'] },
      deliverOn: { type: 'date', title: ['送货日期', 'Deliver on'] },
      deliverTo: { type: 'string', title: ['送货地址', 'Deliver to'] },
      contact: { type: 'string', title: ['联系人', 'Contact'] },
      contactMobile: { type: 'mobile', title: ['联系手机', 'Contact mobile'] },
      stairs: { type: 'boolean', title: ['需走楼梯', 'Stairs'], default: 'true' },
      stairFloors: { type: 'int', title: ['楼梯层数', 'Floors to climb'], shownWith: 'stairs' },
      invoice: { type: 'string', title: ['发票抬头', 'Invoice title'] },
      remark: { type: 'text', title: ['备注', 'Remark'] },
    },
  },
]

/**
 * Addresses of the screens that are measured; all but the first stand in one module, as only its part of the menu is
 * open.
 */
export const measured = {
  cold: '/customer/CustomerList',
  form: '/bench/Survey',
  grid: '/bench/Cutting',
  list: '/bench/Customers',
  kept: '/bench/CustomersKept',
} as const

/**
 * Copies the manifests of the product and adds the form, and the customer list twice more: as a view that is made anew
 * at every visit, and as one that is kept.
 */
export async function writeSchemas(to: string): Promise<void> {
  await copySchemas(to)
  const folder = join(to, 'bench')
  await mkdir(folder)
  const write = (name: string, content: object) => writeFile(join(folder, name), JSON.stringify(content, null, 2))
  const fields = survey.flatMap((section) => Object.entries(section.fields))
  const list = JSON.parse(await readFile(join(to, 'customer/CustomerList.screen.json'), 'utf8')) as Record<
    string,
    unknown
  >
  await Promise.all([
    write('module.json', {
      $schema: '../language/module.schema.json',
      title: ['测量', 'Measurement'],
      path: '/bench',
      permissions: ['p_pc_customer'],
      menuOrder: 999,
    }),
    write(`${dictionary}.dictionary.json`, {
      $schema: '../language/dictionary.schema.json',
      title: ['选项', 'Choice'],
      items: Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [`c${at + 1}`, [`选项${at + 1}`, `Choice ${at + 1}`]]),
      ),
    }),
    write('survey.entity.json', {
      $schema: '../language/entity.schema.json',
      title: ['现场勘察', 'Survey'],
      labelField: 'owner',
      fields: Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          {
            ...field,
            shownWith: undefined,
            ...(field.type === 'choice' && { dictionary }),
            ...(name === 'total' && { checks: [check] }),
          },
        ]),
      ),
      rowScope: { selfFields: ['createdBy'] },
      states: { kept: { title: ['已保存', 'Kept'], color: 'green' } },
      transitions: {
        create: {
          title: ['新增勘察', 'Add survey'],
          to: 'kept',
          permissions: ['p_pc_customerAdd'],
          form: fields.map(([name, { shownWith }]) => (shownWith ? { field: name, visibleWhen: shownWith } : name)),
        },
      },
    }),
    write('Survey.screen.json', {
      $schema: '../language/screen.schema.json',
      path: measured.form,
      title: ['现场勘察', 'Survey'],
      kind: 'form',
      permissions: ['p_pc_customerAdd'],
      menuOrder: 10,
      keepAlive: false,
      entity: 'survey',
      actions: ['create'],
      sections: survey.map((section) => ({ title: section.title, fields: Object.keys(section.fields) })),
    }),
    write('cutting.entity.json', cutting),
    write('Cutting.screen.json', {
      $schema: '../language/screen.schema.json',
      path: measured.grid,
      title: ['拆单', 'Cutting list'],
      kind: 'form',
      permissions: ['p_pc_customerAdd'],
      menuOrder: 15,
      keepAlive: false,
      entity: 'cutting',
      actions: ['create'],
    }),
    write('Customers.screen.json', {
      ...list,
      path: measured.list,
      title: ['客户（不保留）', 'Customers, not kept'],
      menuOrder: 20,
      keepAlive: false,
    }),
    write('CustomersKept.screen.json', {
      ...list,
      path: measured.kept,
      title: ['客户（保留）', 'Customers, kept'],
      menuOrder: 30,
    }),
  ])
}

const text = (zh: string, en: string) => ({ type: 'string', title: [zh, en], required: true })
const whole = (zh: string, en: string) => ({ type: 'int', title: [zh, en], required: true, min: 1 })

/** A table of parts: twelve columns, two of them computed and two added up. */
const cutting = {
  $schema: '../language/entity.schema.json',
  title: ['拆单', 'Cutting list'],
  labelField: 'name',
  fields: {
    name: text('名称', 'Name'),
    parts: {
      type: 'lines',
      title: ['部件', 'Parts'],
      required: true,
      max: 1_000,
      fields: {
        partNo: text('部件号', 'Part no.'),
        name: text('名称', 'Name'),
        material: { type: 'choice', title: ['材质', 'Material'], dictionary },
        colour: { type: 'choice', title: ['花色', 'Colour'], dictionary },
        edge: text('封边', 'Edge'),
        length: whole('长', 'Length'),
        width: whole('宽', 'Width'),
        thickness: whole('厚', 'Thickness'),
        qty: whole('数量', 'Quantity'),
        price: { type: 'money', title: ['单价', 'Price'], required: true, min: 0 },
        area: {
          type: 'decimal',
          scale: 3,
          title: ['面积', 'Area'],
          compute: 'round(length * width * qty / 1000000, 3)',
        },
        amount: {
          type: 'money',
          title: ['金额', 'Amount'],
          compute: 'round(round(length * width * qty / 1000000, 3) * price, 2)',
        },
      },
    },
    totalArea: { type: 'decimal', scale: 3, title: ['总面积', 'Total area'], aggregate: { sum: 'parts.area' } },
    total: { type: 'money', title: ['总金额', 'Total'], aggregate: { sum: 'parts.amount' } },
  },
  rowScope: { selfFields: ['createdBy'] },
  states: { kept: { title: ['已保存', 'Kept'], color: 'green' } },
  transitions: {
    create: {
      title: ['新增拆单', 'Add cutting list'],
      to: 'kept',
      permissions: ['p_pc_customerAdd'],
      form: ['name', { field: 'parts', wide: true }],
    },
  },
}

/** The lines that are pasted into it, as a spreadsheet gives them: all columns that are not computed. */
export const pastedParts = Array.from({ length: 500 }, (_, at) =>
  [
    `P${at + 1}`,
    `侧板${at % 40}`,
    `选项${(at % 12) + 1}`,
    `选项${(at % 7) + 1}`,
    '1mm',
    300 + ((at * 37) % 2100),
    200 + ((at * 13) % 900),
    18,
    1 + (at % 5),
    `${80 + (at % 9)}.5`,
  ].join('\t'),
).join('\n')

const check = {
  rule: 'total == null || deposit == null || total >= deposit',
  message: ['总价不能低于定金', 'The total is below the deposit'],
}
