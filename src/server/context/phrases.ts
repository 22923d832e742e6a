// Catalog of the server's words in answers, exports and messages, apart from refusals.
import {
  messagesOf,
  messageText,
  type CatalogTexts,
  type Locale,
  type LocalizableText,
} from '../../manifest/expression/message'
import type { App } from '../../manifest/model/app'
import type { Caller } from './context'

export const phrases = {
  done: { zh: '成功', en: 'Done' },
  record_created: { zh: '{record} 已新建', en: '{record} created' },
  record_created_in_state: { zh: '{record} 已新建：{state}', en: '{record} created: {state}' },
  record_now_in_state: { zh: '{record} 已转为“{state}”', en: '{record} is now “{state}”' },
  record_updated: { zh: '{record} 已更新', en: '{record} updated' },
  yes: { zh: '是', en: 'yes' },
  no: { zh: '否', en: 'no' },
  yes_cell: { zh: '是', en: 'Yes' },
  no_cell: { zh: '否', en: 'No' },
  total: { zh: '合计', en: 'Total' },
  without_value: { zh: '无{field}', en: 'No {field}' },
  document_page: { zh: '第 {page} / {count} 页', en: 'Page {page} of {count}' },
  document_as_pictures: { zh: '图片 PDF', en: 'PDF of pictures' },
  link_unknown_title: { zh: '找不到此链接', en: 'There is no such link' },
  link_unknown_text: {
    zh: '请检查地址是否完整，或请发送人重新发送。',
    en: 'Check that the address is complete, or ask the sender for a new one.',
  },
  link_ended_title: { zh: '此链接已失效', en: 'This link has ended' },
  link_ended_text: {
    zh: '链接已到期或被发送人停用。如仍需要这份单据，请联系发送人。',
    en: 'Its time is over, or the sender has ended it. If you still need the document, ask the sender for it.',
  },
  link_busy_title: { zh: '打开过于频繁', en: 'Opened too often' },
  link_busy_text: { zh: '请一分钟后再试。', en: 'Try again in a minute.' },
  link_away_title: { zh: '文件暂时无法打开', en: 'Not available at the moment' },
  link_away_text: { zh: '请稍后再试。', en: 'Try again later.' },
  by_system: { zh: '系统', en: 'System' },
  note_write: { zh: '写备注', en: 'Add note' },
  // Connecting words in searches for an action on a record: before the record, and after it.
  find_before: { zh: '给 为 替 对 把 将', en: 'for to of' },
  find_after: { zh: '的', en: 'for to' },
  note_mention: { zh: '{by} 在“{record}”中提到了您', en: '{by} mentioned you at “{record}”' },
  queue_waiting: { zh: '待处理', en: 'Waiting' },
  queue_late: { zh: '已超期', en: 'Late' },

  sequence: { zh: '{first}；{second}', en: '{first}; {second}' },
  enumeration: { zh: '{first}，{second}', en: '{first}, {second}' },
  choices: { zh: '{first}、{second}', en: '{first}, {second}' },
  and_more: { zh: '{listed}…', en: '{listed}…' },
  address_parts: { zh: '{first}{second}', en: '{first}, {second}' },
  alternative: { zh: '{first} 或 {second}', en: '{first} or {second}' },
  field_problem: { zh: '{field}: {problem}', en: '{field}: {problem}' },
  field_value: { zh: '{field} {value}', en: '{field} {value}' },

  webhook_address_private: {
    zh: '该地址位于内部网络，不会向它推送，请填写公网地址',
    en: 'This address leads to a private network, where nothing is sent. Enter a public one',
  },
  key_address_wrong: {
    zh: '“{address}”不是 IP 地址或网段，应如 203.0.113.7 或 203.0.113.0/24',
    en: '“{address}” is no IP address or network. Write it like 203.0.113.7 or 203.0.113.0/24',
  },
  webhook_entity_unknown: { zh: '您不能订阅这类记录', en: 'You cannot subscribe to these records' },
  webhook_action_unknown: { zh: '没有这种操作，可用的有：{names}', en: 'There is no such action. Known are: {names}' },
  webhook_condition_wrong: { zh: '条件无法使用：{problem}', en: 'The condition cannot be used: {problem}' },
  webhook_condition_withheld: {
    zh: '条件不能使用“{path}”：您不能查看，或只能看到一部分',
    en: 'The condition cannot use “{path}”: you may not see it, or only part of it',
  },

  rule_equal: { zh: '{field}须为“{value}”', en: '{field} must be “{value}”' },
  rule_unequal: { zh: '{field}不能为“{value}”', en: '{field} must not be “{value}”' },
  rule_same: { zh: '{field}须为{value}', en: '{field} must be {value}' },
  rule_different: { zh: '{field}不能为{value}', en: '{field} must not be {value}' },
  rule_one_of: { zh: '{field}须为以下之一：{value}', en: '{field} must be one of: {value}' },
  rule_none_of: { zh: '{field}不能为：{value}', en: '{field} must be none of: {value}' },
  rule_empty: { zh: '{field}须为空', en: '{field} must be empty' },
  rule_filled: { zh: '{field}须已填写', en: '{field} must be filled in' },
  rule_less: { zh: '{field}须小于{value}', en: '{field} must be less than {value}' },
  rule_at_most: { zh: '{field}不能超过{value}', en: '{field} must be at most {value}' },
  rule_more: { zh: '{field}须大于{value}', en: '{field} must be more than {value}' },
  rule_at_least: { zh: '{field}不能少于{value}', en: '{field} must be at least {value}' },
  rule_both: { zh: '{first}，并且{second}', en: '{first} and {second}' },
  rule_depends: { zh: '取决于：{fields}', en: 'It depends on: {fields}' },
  rule_unnamed: { zh: '此操作的条件未满足', en: 'A condition of this action is not met' },
  rule_hidden: { zh: '取决于您无权查看的信息', en: 'It depends on a value that you may not read' },
  field_of: { zh: '{owner}的{field}', en: '{field} of {owner}' },
  field_own: { zh: '您的{field}', en: 'your {field}' },
  value_you: { zh: '您', en: 'you' },
  value_today: { zh: '今天', en: 'today' },
  value_now: { zh: '现在', en: 'now' },
  value_size: { zh: '{field}的数量', en: 'the number of {field}' },
  value_present: { zh: '{field}目前为：{value}', en: '{field} is now: {value}' },
  value_empty: { zh: '空', en: 'empty' },

  why_permission: { zh: '需要权限“{permission}”', en: 'The permission “{permission}” is required' },
  why_permission_when: { zh: '有权限“{permission}”，但{condition}', en: 'With “{permission}”, {condition}' },
  why_no_permission: { zh: '没有人可以直接进行此操作', en: 'No one can do this directly' },
  why_holders: { zh: '拥有“{permission}”的角色：{roles}', en: 'Roles with “{permission}”: {roles}' },
  why_people: { zh: '可以找：{people}', en: 'Ask: {people}' },
  why_no_holder: { zh: '本单位没有角色拥有“{permission}”', en: 'No role of your organization has “{permission}”' },
  why_scope: { zh: '您的数据范围不够', en: 'Your row scope is too narrow' },
  why_state: { zh: '状态须为：{states}', en: 'The state must be: {states}' },
  why_state_now: { zh: '目前状态：{state}', en: 'The state is now: {state}' },
  why_through: { zh: '可以先进行“{action}”', en: '“{action}” leads there' },
  why_through_others: { zh: '下一步是“{action}”，由{roles}进行', en: 'The next step is “{action}”, done by {roles}' },
  why_way: { zh: '之后依次为：{steps}', en: 'After that: {steps}' },
  why_way_step: { zh: '“{action}”（{roles}）', en: '“{action}” ({roles})' },
  why_step_of: { zh: '{entity}：{action}', en: '{entity}: {action}' },
  another_of_role: { zh: '其他{role}', en: 'another {role}' },
  why_four_eyes: { zh: '须由创建人以外的人进行', en: 'Another person than the one who created it has to do this' },
  why_four_eyes_field: { zh: '须由“{field}”以外的人进行', en: 'Another person than “{field}” has to do this' },
  undone: { zh: '已撤销“{action}”', en: '“{action}” has been undone' },
  undo_of: { zh: '撤销“{action}”', en: 'Undo of “{action}”' },

  why_closed: { zh: '此页面对您的账号已关闭', en: 'This page is switched off for your account' },

  sign_in_code: {
    zh: '登录验证码 {code}，10 分钟内有效。请勿告诉他人。',
    en: 'Your sign-in code is {code}. It is valid for 10 minutes. Do not share it with anyone.',
  },
  reset_code: {
    zh: '重置密码验证码 {code}，10 分钟内有效。请勿告诉他人。',
    en: 'Your password reset code is {code}. It is valid for 10 minutes. Do not share it with anyone.',
  },

  import_outcome: { zh: '导入结果 {file}', en: 'Import of {file}' },
  import_row_waiting: { zh: '未处理', en: 'Not done' },
  import_row_create: { zh: '将新增', en: 'Will be added' },
  import_row_update: { zh: '将修改', en: 'Will be changed' },
  import_row_same: { zh: '无变化', en: 'Unchanged' },
  import_row_conflict: { zh: '待选择', en: 'To be decided' },
  import_row_left_out: { zh: '以前已导入，未再导入', en: 'Brought in before, not again' },
  import_row_stopped: { zh: '不能导入', en: 'Refused' },
  import_row_created: { zh: '已新增', en: 'Added' },
  import_row_updated: { zh: '已修改', en: 'Changed' },
  import_row_failed: { zh: '未成功', en: 'Failed' },
  import_row_kept: { zh: '未覆盖，保持现值', en: 'Not overwritten, kept as it is' },
  import_row_voided: { zh: '已撤回（新增的已作废）', en: 'Taken back: voided' },
  import_row_restored: { zh: '已撤回（恢复原值）', en: 'Taken back: old values' },
  import_row_went_on: { zh: '导入后已变动，未撤回', en: 'Changed since, not taken back' },
  import_row_not_taken_back: { zh: '不能撤回', en: 'Could not be taken back' },
  import_messages: {
    zh: '导入：{list} {count} 条',
    en: 'Import: {list}, {count} records',
    en_one: 'Import: {list}, {count} record',
  },
  import_taken_back_messages: {
    zh: '撤回导入：{list} {count} 条',
    en: 'Import taken back: {list}, {count} records',
    en_one: 'Import taken back: {list}, {count} record',
  },
  import_taken_back_note: { zh: '撤回导入：{file}', en: 'Import taken back: {file}' },
  import_column_row: { zh: '行', en: 'Row' },
  import_column_outcome: { zh: '结果', en: 'Outcome' },
  import_column_record: { zh: '记录', en: 'Record' },
  import_column_explanation: { zh: '说明', en: 'Explanation' },
  import_column_by: { zh: '操作人', en: 'By' },
  import_column_file: { zh: '文件', en: 'File' },
  import_column_at: { zh: '时间', en: 'At' },
  import_record_id: { zh: '记录编号（请勿修改）', en: 'Record ID (keep)' },
  import_example: { zh: '示例（不导入）', en: 'Example (not imported)' },
  import_example_text: { zh: '示例{field}', en: 'Example {field}' },
  import_row_example: {
    zh: '模板的示例行不会导入；若这一行是您填写的，请改掉“{text}”',
    en: 'The example row of the template is not imported; if this row is yours, replace “{text}”',
  },
  import_cell_required: { zh: '必填', en: 'Required' },
  import_cell_sometimes_required: { zh: '有时必填', en: 'Sometimes required' },
  import_cell_unchanged: { zh: '修改时不会改变', en: 'Not changed by an import' },
  import_row_repeated: {
    zh: '与以前导入的“{file}”第 {row} 行相同，已新增过',
    en: 'Row {row} of “{file}”, brought in before, is the same and was added',
  },
  import_row_unchecked: {
    zh: '相近的内容过多，本行未能查重，没有导入；请过十分钟再单独导入这些行',
    en: 'Too many rows like this one were looked up; it was not checked. Bring such rows in again in ten minutes',
  },
  import_row_twin: { zh: '与第 {row} 行重复', en: 'The same as row {row}' },
  import_record_missing: { zh: '记录不存在，或不在此列表中', en: 'There is no such record in this list' },
  import_originals_unknown: {
    zh: '文件中没有导出时的原值，无法判断差异来自您还是他人的修改',
    en: 'The file lacks the exported values, so that a difference may be your change or that of another user',
  },
  import_changed_since: { zh: '导出后记录有过修改', en: 'The record has changed since the export' },
  import_changed_since_by: {
    zh: '导出后记录有过修改，最近由 {by} 于 {at}',
    en: 'The record has changed since the export, last by {by} on {at}',
  },
  import_records_match: {
    zh: '有 {count} 条记录与此行相符',
    en: '{count} records match this row',
    en_one: '{count} record matches this row',
  },
  import_record_closed: {
    zh: '已有这条记录，但它“{state}”，不能再导入；请先在列表中恢复它',
    en: 'There is this record, but it is “{state}” and takes nothing in; bring it back in the list first',
  },
  import_nothing_matches: {
    zh: '没有与此行相符的记录，此处不能新增',
    en: 'No record matches this row, and none can be added here',
  },
  import_cell_not_new: { zh: '新增时不能填写', en: 'Cannot be given for a new record' },
  import_cell_fixed: { zh: '此处不能修改', en: 'Cannot be changed here' },
  import_cell_hidden: { zh: '按本行的其他内容，此项不填', en: 'Does not apply with the other values of this row' },
  import_name_unknown: { zh: '没有名为“{text}”的{field}', en: 'There is no {field} called “{text}”' },
  import_name_ambiguous: {
    zh: '有多条记录名为“{text}”，请手工修改',
    en: 'Several records are called “{text}”; change this one by hand',
  },
  import_number_shortened: {
    zh: '“{text}”已被表格软件缩写，原来的位数已丢失；请把该列设为文本后重新填写',
    en: '“{text}” was shortened by a spreadsheet and has lost its digits; format the column as text and enter it again',
  },
  import_date_ambiguous: {
    zh: '“{text}”分不清年、月、日，请写成 {example}',
    en: 'The order of day, month and year in “{text}” is not clear; write {example}',
  },
  import_date_number: {
    zh: '“{text}”是数字，不是日期；请把该列设为日期格式，或写成 {example}',
    en: '“{text}” is a number, not a date; format the column as a date, or write {example}',
  },
  import_text_expected: {
    zh: '无法识别“{text}”，可填，如：{example}',
    en: '“{text}” is not understood; it takes, for example: {example}',
  },
  import_cell_missing: { zh: '{problem}，可填，如：{example}', en: '{problem}; it takes, for example: {example}' },
  import_text_unknown: { zh: '无法识别“{text}”', en: '“{text}” is not understood' },

  import_too_large: { zh: '文件“{file}”过大：{bound}', en: 'The file “{file}” is too large: {bound}' },
  import_bound_rows: { zh: '最多 {count} 行', en: 'at most {count} rows', en_one: 'at most {count} row' },
  import_bound_cells: {
    zh: '最多 {count} 个有内容的单元格',
    en: 'at most {count} cells with a value',
    en_one: 'at most {count} cell with a value',
  },
  import_bound_cell_characters: {
    zh: '一个单元格最多 {count} 字',
    en: 'at most {count} characters in a cell',
    en_one: 'at most {count} character in a cell',
  },
  import_bound_columns: { zh: '最多 {count} 列', en: 'at most {count} columns', en_one: 'at most {count} column' },
  import_bound_bytes: { zh: '最多 {megabytes} MB', en: 'at most {megabytes} MB' },
  import_bound_unfolded: { zh: '解压后最多 {megabytes} MB', en: 'at most {megabytes} MB when unpacked' },
  import_bound_work: {
    zh: '{seconds} 秒内未能读完，或所需内存过多',
    en: 'it takes more than {seconds} s or too much memory to read',
  },
  import_unreadable: { zh: '文件“{file}”无法读取', en: 'The file “{file}” cannot be read' },
  import_without_columns: { zh: '第一行没有“{field}”的列名', en: 'The first row has no column “{field}”' },
  import_cell_unreadable: {
    zh: '第 {row} 行“{field}”无法识别：{text}',
    en: 'Row {row}, “{field}” was not recognized: {text}',
  },
  import_line_missing: { zh: '表中没有第 {line} 行明细（{match}）', en: 'The table has no line {line} ({match})' },
  import_field_refused: { zh: '“{field}”一项：{problem}', en: '“{field}”: {problem}' },
  import_row_refused: { zh: '第 {row} 行“{field}”：{problem}', en: 'Row {row}, “{field}”: {problem}' },

  demo_accounts: { zh: '演示账号', en: 'Demo accounts' },
  page_needs_script: {
    zh: '请启用 JavaScript 以使用本系统。',
    en: 'Please enable JavaScript to use this application.',
  },
  page_not_built: { zh: '网页尚未构建，请运行 npm run build', en: 'The web page is not built yet: run npm run build' },
} as const satisfies Readonly<Record<string, CatalogTexts>>

export const phrase = messagesOf('phrases', phrases)

/** One or more messages as one. */
export function joined(
  by: 'sequence' | 'enumeration' | 'alternative' | 'choices' | 'address_parts',
  messages: readonly LocalizableText[],
): LocalizableText {
  return messages.reduce((first, second) => phrase(by, { first, second }))
}

/** The caller's language by its code, among those of the product. */
export function localeOf(
  { languages, translations }: Pick<App['product'], 'languages' | 'translations'>,
  language: Caller['language'],
): Locale {
  return { language, languages, ...(translations && { translations }) }
}

/** A message in the words of the caller. */
export function callerText(
  { app, caller }: { readonly app: Pick<App, 'product'>; readonly caller: Pick<Caller, 'language'> },
  message: LocalizableText,
): string {
  return messageText(message, localeOf(app.product, caller.language))
}

/** A phrase in all languages, where the reader is unknown. */
export function inAllLanguages(key: 'demo_accounts' | 'page_not_built'): string {
  return Object.values(phrases[key]).join(' · ')
}
