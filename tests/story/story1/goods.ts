// What the customer of the first story orders, and its parts.

export const item = (
  category: string,
  room: string,
  name: string,
  unit: string,
  qty: string,
  unitPrice: string,
  lineNo: number,
) => ({ lineNo, category, room, name, unit, qty, unitPrice })
export const items = [
  item('cabinet', 'kitchen', '地柜', 'm', '3.60', '2280.00', 1),
  item('cabinet', 'kitchen', '吊柜', 'm', '2.40', '1650.00', 2),
  item('countertop', 'kitchen', '台面', 'm', '3.60', '880.00', 3),
  item('wardrobe', 'master', '衣柜', 'm2', '7.20', '1280.00', 4),
]
export const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 268 号 1-1201' }

const part = (
  partNo: string,
  itemLine: number,
  name: string,
  material: string,
  size: readonly [length: number, width: number, thickness: number],
  qty: number,
  unit: string,
  factoryPrice: string,
) => ({
  partNo,
  itemLine,
  name,
  material,
  colour: 'warmWhite',
  edge: 'all',
  grain: 'none',
  length: size[0],
  width: size[1],
  thickness: size[2],
  qty,
  unit,
  factoryPrice,
  marked: false,
})
export const parts = [
  part('P001', 1, '地柜侧板', 'particle', [720, 560, 18], 10, 'm2', '120.00'),
  part('P002', 1, '烤漆门板', 'lacquer', [700, 450, 20], 8, 'm2', '560.00'),
  part('P003', 2, '吊柜侧板', 'particle', [700, 330, 18], 12, 'm2', '120.00'),
  part('P004', 2, '吊柜门板', 'lacquer', [690, 450, 20], 6, 'm2', '560.00'),
  part('P005', 3, '石英石台面', 'quartz', [3600, 600, 15], 1, 'm', '420.00'),
  part('P006', 4, '衣柜侧板', 'particle', [2380, 580, 18], 14, 'm2', '120.00'),
  part('P007', 4, 'PET 门板', 'pet', [2650, 900, 20], 2, 'm2', '380.00'),
  part('P008', 4, '五金', 'metal', [100, 100, 10], 6, 'pcs', '85.00'),
]
