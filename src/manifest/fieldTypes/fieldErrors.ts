// Catalog of errors of one field's value or one request parameter.
// The page shows them before submission; the server checks again.
import { messagesOf, type CatalogTexts } from '../expression/message'

export const fieldErrors = {
  required: { zh: '必填', en: 'Required' },
  unknown_name: { zh: '未知参数', en: 'Unknown parameter' },
  unknown_parameter: { zh: '未知参数，可用的有：{names}', en: 'Unknown parameter; these are known: {names}' },
  parameter_invalid: { zh: '格式不正确', en: 'The format is not valid' },
  parameter_too_long: {
    zh: '最多 {count} 个字符',
    en: 'At most {count} characters',
    en_one: 'At most {count} character',
  },
  too_many_values: { zh: '查询值过多', en: 'Too many values to search for' },
  characters_not_storable: { zh: '含有无法保存的字符', en: 'Contains characters that cannot be saved' },

  option_invalid: { zh: '请选择列表中的选项', en: 'Choose one of the options' },
  text_expected: { zh: '请输入文字', en: 'Enter a text' },
  text_too_long: { zh: '最多{count}个字', en: 'At most {count} characters', en_one: 'At most {count} character' },
  text_format_invalid: { zh: '格式不正确', en: 'The format is not valid' },
  translation_missing: { zh: '请输入每种语言的文字', en: 'Enter the text in every language' },
  mobile_invalid: { zh: '请输入11位手机号', en: 'Enter a mobile number of 11 digits' },
  integer_expected: { zh: '请输入整数', en: 'Enter a whole number' },
  number_expected: { zh: '请输入数字', en: 'Enter a number' },
  number_too_precise: {
    zh: '最多{count}位小数',
    en: 'At most {count} digits after the point',
    en_one: 'At most {count} digit after the point',
  },
  number_out_of_range: { zh: '数字过大', en: 'The number is too large' },
  number_below_minimum: { zh: '不能小于{minimum}', en: 'Not less than {minimum}' },
  number_above_maximum: { zh: '不能大于{maximum}', en: 'Not more than {maximum}' },
  date_invalid: { zh: '请选择有效的日期', en: 'Choose a valid date' },
  time_invalid: { zh: '请选择有效的时间', en: 'Choose a valid time' },
  boolean_expected: { zh: '请选择是或否', en: 'Choose yes or no' },

  record_expected: { zh: '请选择一条记录', en: 'Choose a record' },
  record_not_selectable: {
    zh: '所选{field}不存在或不可选',
    en: 'The selected record does not exist or cannot be selected: {field}',
  },
  record_excluded_by_value: {
    zh: '{record}不可选：{field}为“{value}”',
    en: '{record} cannot be chosen: {field} is “{value}”',
  },
  record_excluded_by_absence: { zh: '{record}不可选：没有{field}', en: '{record} cannot be chosen: it has no {field}' },
  // Shown under its field, and worded to be understood on its own.
  record_excluded: { zh: '{field}{reason}', en: '{field} {reason}' },
  record_of_other_unit: {
    zh: '所选{field}属于其他{unit}，不在您的数据范围内',
    en: 'The selected record belongs to another {unit} and is out of your reach: {field}',
  },
  record_out_of_reach: {
    zh: '所选{field}由他人负责，不在您的数据范围内',
    en: 'The selected record belongs to someone else and is out of your reach: {field}',
  },
  record_of_other_tenant: { zh: '所选记录不属于同一归属', en: 'The selected record belongs to a different owner' },

  files_invalid: { zh: '文件不正确', en: 'The files are not valid' },
  too_many_files: { zh: '最多{count}个文件', en: 'At most {count} files', en_one: 'At most {count} file' },
  too_few_files: { zh: '至少{count}个文件', en: 'At least {count} files', en_one: 'At least {count} file' },
  file_duplicate: { zh: '文件重复', en: 'The same file is listed twice' },
  named_file_type_invalid: { zh: '不支持的文件类型：{file}', en: 'This type of file is not accepted: {file}' },
  file_type_invalid: { zh: '不支持的文件类型', en: 'This type of file is not accepted' },
  file_not_usable: { zh: '文件不存在或不可用', en: 'A file does not exist or cannot be used' },

  address_invalid: { zh: '地址不正确', en: 'The address is not valid' },
  address_part_missing: { zh: '请填写{part}', en: 'Enter {part}' },
  address_two_parts: { zh: '{part}和{other}', en: '{part} and {other}' },
  address_more_parts: { zh: '{part}、{others}', en: '{part}, {others}' },
  address_part_too_long: {
    zh: '{part}最多{count}个字',
    en: 'At most {count} characters for {part}',
    en_one: 'At most {count} character for {part}',
  },
  address_province: { zh: '省份', en: 'the province' },
  address_city: { zh: '城市', en: 'the city' },
  address_district: { zh: '区县', en: 'the district' },
  address_detail: { zh: '详细地址', en: 'the detailed address' },
  region_unknown: {
    zh: '没有这个省市区：{region}，请从列表中选择',
    en: 'This region does not exist: {region}. Choose it from the list',
  },
  position_invalid: { zh: '定位不正确', en: 'The position is not valid' },

  lines_invalid: { zh: '明细不正确', en: 'The lines are not valid' },
  lines_contain_errors: { zh: '请检查明细', en: 'Check the lines' },
  too_many_lines: { zh: '最多{count}行', en: 'At most {count} lines', en_one: 'At most {count} line' },
  too_few_lines: { zh: '至少{count}行', en: 'At least {count} lines', en_one: 'At least {count} line' },
  line_duplicate: { zh: '与前面的行重复', en: 'Same as a line above' },
  lines_fixed: { zh: '明细行不能增减', en: 'Lines cannot be added or removed here' },
  line_missing: { zh: '请为每一项各填一行', en: 'Fill in one line for each item' },
  note_not_expected: { zh: '此操作没有备注', en: 'This action does not take a note' },
} as const satisfies Readonly<Record<string, CatalogTexts>>

/** The error of one value. */
export const fieldError = messagesOf('fields', fieldErrors)
