// Data for a test of a form with a field of every type: its look, its input and the stored values.
import type { FieldType } from '../../src/manifest/model/field'
import type { Answer, Upload } from './form'

const choice = { type: 'choice', dictionary: 'customerSource' }
const title = (english: string) => ({ title: [`甲${english}`, english] })

const plain = {
  string: { type: 'string', ...title('Word') },
  text: { type: 'text', ...title('Story') },
  int: { type: 'int', ...title('Count') },
  money: { type: 'money', ...title('Price') },
  decimal: { type: 'decimal', ...title('Area') },
  date: { type: 'date', ...title('Day') },
  datetime: { type: 'datetime', ...title('Moment') },
  boolean: { type: 'boolean', ...title('Agreed') },
  mobile: { type: 'mobile', ...title('Mobile number') },
  choice: { ...choice, ...title('Source') },
  few: { type: 'choice', dictionary: 'appointmentType', ...title('Kind') },
  ref: { type: 'ref', entity: 'customer', ...title('Client') },
  files: { type: 'files', ...title('Papers') },
  address: { type: 'address', ...title('Place') },
} satisfies Readonly<Record<Exclude<FieldType, 'lines'> | 'few', unknown>>
const { few: _few, text: _text, ...cells } = plain

export const everyType = {
  title: ['全字段', 'Every type'],
  numberPrefix: 'QZ',
  fields: { ...plain, lines: { type: 'lines', ...title('Rows'), fields: cells } },
  states: { new: { title: ['新', 'New'], color: 'blue' } },
  transitions: {
    create: {
      title: ['新增全字段', 'Add every type'],
      to: 'new',
      permissions: ['p_pc_customerAdd'],
      form: [...Object.keys(plain), 'lines'],
    },
  },
}
export const everyTypeScreen = {
  path: '/customer/EveryType',
  title: ['全字段', 'Every type'],
  kind: 'list',
  permissions: ['p_pc_customerAdd'],
  entity: 'everyType',
  columns: ['no', 'string', 'money', 'createdAt', 'state'],
  actions: ['create'],
}

/** What is put in, and what the server is to keep of it. */
export function everyTypeAnswers(
  customer: { id: number; label: string; words: string },
  picture: Buffer,
): { answers: Record<string, Answer>; kept: Record<string, unknown> } {
  const paper = (name: string): readonly Upload[] => [{ name, mimeType: 'image/png', bytes: picture }]
  const same = {
    string: 'A word',
    int: '42',
    money: '1234.50',
    decimal: '3.25',
    date: '2027-02-28',
    datetime: '2027-03-01T01:30:00.000Z',
    boolean: true,
    mobile: '13933330001',
    choice: 'livestream',
    address: { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号' },
  }
  const cell: Record<string, Answer> = { ...same, ref: customer, files: paper('line.png') }
  const kept = { ...same, int: 42, ref: { id: customer.id, label: customer.label } }
  return {
    answers: {
      ...same,
      text: 'Two\nlines',
      few: 'measure',
      ref: customer,
      files: paper('front.png'),
      lines: [cell, { string: 'Second', money: '0.10' }],
    },
    kept: {
      ...kept,
      text: 'Two\nlines',
      few: 'measure',
      files: [{ name: 'front.png' }],
      lines: [
        { ...kept, files: [{ name: 'line.png' }] },
        { string: 'Second', money: '0.10' },
      ],
    },
  }
}
