// What the store of the third story shows, and how it is checked.

export const address = { province: '浙江省', city: '杭州市', district: '滨江区', detail: '江南大道 588 号' }

export const goods = (category: string, room: string, name: string, lineNo: number, unitPrice: string) => ({
  lineNo,
  category,
  room,
  name,
  unit: 'set',
  qty: '1',
  unitPrice,
})
export const part = (
  partNo: string,
  itemLine: number,
  name: string,
  material: string,
  colour: string,
  unit: string,
  length: number,
  width: number,
  qty: number,
  factoryPrice: string,
) => ({
  partNo,
  itemLine,
  name,
  material,
  colour,
  edge: 'none',
  grain: 'none',
  length,
  width,
  thickness: 18,
  qty,
  unit,
  factoryPrice,
  marked: false,
})
const checked = (item: string, category: string, result: '0' | '1', remark?: string) => ({
  category,
  item,
  result,
  photos: ['#sample.png'],
  ...(remark && { remark }),
})
export const samples = (last: '0' | '1') => [
  checked('地柜', 'cabinet', '1'),
  checked('吊柜', 'cabinet', '1'),
  checked('衣柜', 'wardrobe', '1'),
  // The fault stays in the form where it is mended, too.
  checked('台面', 'countertop', last, '台面接缝'),
]
export const scores = { design: '5', progress: '4', cost: '4', support: '5' }
