// Which references, files and addresses may be kept? Their shapes only: whether a record or a file exists is asked of the database.
import { idOf } from '../rule/value'
import { isEmpty, isRecord, nothing, refuse, unfitInLine, type Checked, type CheckedField } from './definition'

/** Files of one field when it does not say how many. */
const usualFiles = 20

/** ref: a positive id, alone or in {id,label}. */
export function checkRef(value: unknown): Checked {
  if (isEmpty(value)) return nothing
  const id = idOf(value)
  return id !== null && id > 0 ? { value: id } : refuse('请选择一条记录', 'Choose a record')
}

/** files: [{id,name,size,type}], nothing else kept of them. */
export function checkFiles(value: unknown, field: CheckedField): Checked {
  if (value !== null && value !== undefined && !Array.isArray(value))
    return refuse('文件不正确', 'The files are not right')
  const most = field.max ?? usualFiles
  const files: readonly unknown[] = value ?? []
  if (files.length > most) return refuse(`最多${most}个文件`, `At most ${most} files`)
  // Whether any are needed is a question of `required`; when there are some, there must be enough.
  if (files.length > 0 && field.min !== undefined && files.length < field.min)
    return refuse(`至少${field.min}个文件`, `At least ${field.min} files`)
  const kept: unknown[] = []
  for (const file of files) {
    if (!isFile(file)) return refuse('文件不正确', 'The files are not right')
    if (field.accept && !field.accept.some((accepted) => accepts(accepted, file.type)))
      return refuse(`不支持的文件类型：${file.name}`, `This type of file is not accepted: ${file.name}`)
    kept.push({ id: file.id, name: file.name, size: file.size, type: file.type })
  }
  if (new Set(kept.map((file) => (file as { id: string }).id)).size < kept.length)
    return refuse('文件重复', 'The same file stands there twice')
  return { value: kept }
}

/** Whether a media type is meant by an entry of `accept`: a whole type such as image/*, one type, or all of them. */
export function accepts(accepted: string, type: string): boolean {
  const [wanted, got] = [accepted.toLowerCase(), type.toLowerCase()]
  return wanted === '*/*' || wanted === got || (wanted.endsWith('/*') && got.startsWith(wanted.slice(0, -1)))
}

function isFile(file: unknown): file is { id: string; name: string; size: number; type: string } {
  return (
    isRecord(file) &&
    typeof file.id === 'string' &&
    /^[A-Za-z0-9_-]{1,100}$/.test(file.id) &&
    typeof file.name === 'string' &&
    file.name.length > 0 &&
    file.name.length <= 255 &&
    !unfitInLine.test(file.name) &&
    typeof file.size === 'number' &&
    Number.isSafeInteger(file.size) &&
    file.size >= 0 &&
    typeof file.type === 'string' &&
    file.type.length <= 200 &&
    !unfitInLine.test(file.type)
  )
}

const parts = {
  province: [20, true, '省份', 'the province'],
  city: [40, true, '城市', 'the city'],
  district: [40, false, '区县', 'the district'],
  detail: [200, true, '详细地址', 'the detailed address'],
} as const

/** address: province, city and detail are needed, the district not (some cities have none); lng and lat come together or not at all. */
export function checkAddress(value: unknown): Checked {
  if (isEmpty(value) || (isRecord(value) && Object.values(value).every(isEmpty))) return nothing
  if (!isRecord(value)) return refuse('地址不正确', 'The address is not right')
  const kept: Record<string, string | number> = {}
  for (const [name, [most, needed, chinese, english]] of Object.entries(parts)) {
    const given = value[name]
    if (isEmpty(given) && needed) return refuse(`请填写${chinese}`, `Enter ${english}`)
    if (!isEmpty(given) && typeof given !== 'string') return refuse('地址不正确', 'The address is not right')
    const text = typeof given === 'string' ? given.trim() : ''
    if (text.length > most * 2 || [...text].length > most)
      return refuse(`${chinese}最多${most}个字`, `At most ${most} characters for ${english}`)
    if (unfitInLine.test(text)) return refuse('含有无法保存的字符', 'Contains characters that cannot be kept')
    kept[name] = text
  }
  const { lng = null, lat = null } = value
  if (lng === null && lat === null) return { value: kept }
  if (!within(lng, 180) || !within(lat, 90)) return refuse('定位不正确', 'The position is not right')
  return { value: { ...kept, lng, lat } }
}

function within(value: unknown, most: number): boolean {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= most
}
