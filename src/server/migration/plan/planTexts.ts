// Catalog of the words of the plan of a change.
import { messagesOf, type CatalogTexts, type LocalizableText } from '../../../manifest/expression/message'
import { chunk } from '../../../manifest/expression/values/lists'
import { joined } from '../../context/phrases'

export const planTexts = {
  verdict_same: { zh: '没有任何变化', en: 'Nothing changes' },
  verdict_safe: {
    zh: '可放心应用：没有数据丢失，没有人的权限改变',
    en: 'Safe: no data is lost, and no one’s rights change',
  },
  verdict_word: { zh: '请先看清以下影响，再决定是否应用', en: 'Needs a word: read what it does before you apply it' },
  verdict_refused: { zh: '不能应用：现有数据与改动冲突', en: 'Refused: what is stored stands in the way' },

  section_come: { zh: '新增', en: 'New' },
  section_gone: { zh: '取消', en: 'Gone' },
  section_renamed: { zh: '改名（内容保留）', en: 'Renamed, records keep their values' },
  section_changed: { zh: '改动', en: 'Changed' },
  section_roles: {
    zh: '各角色的权限（按数据库中的角色）',
    en: 'Who gains or loses what, by the roles of the database',
  },
  section_demo: { zh: '演示数据中各角色的权限', en: 'Who gains or loses what, by the roles of the demo data' },
  section_rights: { zh: '权限公式的变化', en: 'Rights and their conditions' },
  section_records: { zh: '涉及的记录', en: 'Records that it changes' },
  section_flight: { zh: '进行中的记录不再满足规则', en: 'Open records that no longer satisfy a rule' },
  section_saved: {
    zh: '涉及的个人设置、已存视图与定时报表',
    en: 'Saved views, settings and scheduled reports concerned',
  },
  section_indexes: { zh: '将建立的索引', en: 'Indexes that will be built' },
  section_refused: { zh: '不能应用的原因', en: 'What stands in the way' },
  section_warnings: { zh: '提醒', en: 'Warnings' },

  part_module: { zh: '模块“{title}”', en: 'module “{title}”' },
  part_screen: { zh: '页面“{title}”（{name}）', en: 'screen “{title}” ({name})' },
  part_column: { zh: '“{owner}”的列“{title}”', en: 'column “{title}” of “{owner}”' },
  part_entity: { zh: '数据“{title}”（{name}）', en: 'entity “{title}” ({name})' },
  part_field: { zh: '“{owner}”的字段“{title}”（{name}）', en: 'field “{title}” ({name}) of “{owner}”' },
  part_state: { zh: '“{owner}”的状态“{title}”（{name}）', en: 'state “{title}” ({name}) of “{owner}”' },
  part_transition: { zh: '“{owner}”的操作“{title}”（{name}）', en: 'action “{title}” ({name}) of “{owner}”' },
  part_dictionary: { zh: '字典“{title}”（{name}）', en: 'dictionary “{title}” ({name})' },
  part_item: { zh: '字典“{owner}”的选项“{title}”（{name}）', en: 'choice “{title}” ({name}) of “{owner}”' },
  part_permission: { zh: '权限“{title}”（{name}）', en: 'permission “{title}” ({name})' },
  part_setting: { zh: '设置“{title}”（{name}）', en: 'setting “{title}” ({name})' },
  part_endpoint: { zh: '接口“{title}”（{name}）', en: 'call “{title}” ({name})' },
  part_integration: { zh: '对接“{title}”（{name}）', en: 'integration “{title}” ({name})' },
  part_product: { zh: '产品“{title}”（{name}）', en: 'product “{title}” ({name})' },
  renamed_part: { zh: '{part}，原为 {former}', en: '{part}, formerly {former}' },
  converted_part: {
    zh: '{part}，它的值由 {successors} 接管',
    en: '{part}, whose values are taken over by {successors}',
  },
  renamed_address: {
    zh: '{part}，原为 {former}；原地址不再有页面，已存链接需要一个 redirect 页面',
    en: '{part}, formerly {former}, which leads nowhere now: a screen of kind redirect there takes saved links on',
  },
  changed_keys: { zh: '{part}：{keys}', en: '{part}: {keys}' },
  in_module: { zh: '{module}：{parts}', en: '{module}: {parts}' },

  right_screen: { zh: '打开“{title}”', en: 'open “{title}”' },
  right_named: { zh: '{right}（{name}）', en: '{right} ({name})' },
  right_records: { zh: '查看“{title}”的记录', en: 'open a record of “{title}”' },
  right_unmasked: { zh: '查看“{owner}”完整的“{title}”', en: 'see “{title}” of “{owner}” whole' },
  right_field: { zh: '查看“{owner}”的“{title}”', en: 'read “{title}” of “{owner}”' },
  right_part: { zh: '看到“{owner}”中的“{title}”', en: 'see “{title}” on “{owner}”' },
  right_call: { zh: '调用“{title}”', en: 'call “{title}”' },
  right_only_when: { zh: '{right}（仅当 {condition}）', en: '{right} (only while {condition})' },
  right_unless: { zh: '{right}（除非 {condition}）', en: '{right} (unless {condition})' },
  right_transition: { zh: '在“{owner}”上“{title}”', en: '“{title}” on “{owner}”' },
  role_counted: {
    zh: '“{role}”（{roles} 个角色，{accounts} 个账号）',
    en: '“{role}” (roles: {roles}, accounts: {accounts})',
  },
  role_named: { zh: '“{role}”', en: '“{role}”' },
  role_gains: { zh: '{role}新增：{rights}', en: '{role} gains: {rights}' },
  role_loses: { zh: '{role}失去：{rights}', en: '{role} loses: {rights}' },
  roles_gain: { zh: '{roles}新增：{rights}', en: '{roles} gain: {rights}' },
  roles_lose: { zh: '{roles}失去：{rights}', en: '{roles} lose: {rights}' },
  code_granted: {
    zh: '权限“{code}”将发给 {count} 个角色（模块首次授权）',
    en: 'The code “{code}” is given to {count} roles, as a module grants it',
    en_one: 'The code “{code}” is given to {count} role, as a module grants it',
  },

  rows_renamed: {
    zh: '“{name}”改为“{successor}”：{count} 条记录随之更新（{examples}）',
    en: '“{name}” becomes “{successor}”: {count} records follow ({examples})',
    en_one: '“{name}” becomes “{successor}”: {count} record follows ({examples})',
  },
  rows_dropped: {
    zh: '“{name}”被放弃：{count} 条记录的内容将删除（{examples}）',
    en: '“{name}” is given up: what {count} records hold is deleted ({examples})',
    en_one: '“{name}” is given up: what {count} record holds is deleted ({examples})',
  },
  rows_filled: {
    zh: '“{name}”没有值的 {count} 条记录将填入“{successor}”（{examples}）',
    en: '“{name}” gets “{successor}” in {count} records without a value ({examples})',
    en_one: '“{name}” gets “{successor}” in {count} record without a value ({examples})',
  },
  rows_none: { zh: '没有记录', en: 'no records' },
  example_ids: { zh: 'ID {ids}', en: 'ids {ids}' },

  flight_rule: {
    zh: '“{entity}”{count} 条不满足“{message}”（{rule}），如：{examples}',
    en: '“{entity}”: {count} records break “{message}” ({rule}), such as {examples}',
    en_one: '“{entity}”: {count} record breaks “{message}” ({rule}): {examples}',
  },
  flight_state: {
    zh: '“{entity}”{count} 条处于“{state}”，不再有任何操作可离开该状态，如：{examples}',
    en: '“{entity}”: {count} records are in “{state}”, which no action leaves any more, such as {examples}',
    en_one: '“{entity}”: {count} record is in “{state}”, which no action leaves any more: {examples}',
  },
  flight_exits: {
    zh: '“{entity}”{count} 条处于“{state}”，离开该状态的操作条件（{rule}）都不成立，如：{examples}',
    en: '“{entity}”: {count} records in “{state}” fulfill no condition of an action that leaves it ({rule}), such as {examples}',
    en_one:
      '“{entity}”: {count} record in “{state}” fulfills no condition of an action that leaves it ({rule}): {examples}',
  },
  flight_webhook: {
    zh: '事件推送“{name}”将不再收到事件：{problem}',
    en: 'Webhook “{name}” would get no more events: {problem}',
  },
  more_than: { zh: '超过 {count}', en: 'more than {count}' },

  saved_screen: {
    zh: '页面 {screen} 已取消：{personal} 项个人设置，{shared} 项共享设置不再有用',
    en: '{screen} is gone: its settings ({personal} personal, {shared} shared) become useless',
  },
  saved_column: {
    zh: '{screen} 的列“{column}”已取消：{personal} 项个人设置，{shared} 项共享设置用到了它',
    en: 'Column {column} of {screen} is gone: settings use it ({personal} personal, {shared} shared)',
  },

  scheduled_screen: {
    zh: '页面 {screen} 已取消：{count} 份定时报表将停止',
    en: '{screen} is gone: {count} scheduled reports of it will end',
    en_one: '{screen} is gone: {count} scheduled report of it will end',
  },
  scheduled_column: {
    zh: '{screen} 的列“{column}”已取消：{count} 份定时报表用到了它',
    en: 'Column {column} of {screen} is gone: {count} scheduled reports name it',
    en_one: 'Column {column} of {screen} is gone: {count} scheduled report names it',
  },

  index_planned: {
    zh: '“{entity}”：{count} 个索引，约 {rows} 行，约 {seconds} 秒',
    en: '“{entity}”: {count} indexes (rows: about {rows}; time: about {seconds} s)',
    en_one: '“{entity}”: {count} index (rows: about {rows}; time: about {seconds} s)',
  },
  lines_left: {
    zh: '另有 {count} 行，请用 npm run plan -- --server 查看',
    en: 'And {count} more lines: npm run plan -- --server shows them',
    en_one: 'And {count} more line: npm run plan -- --server shows it',
  },
  table_in_use: {
    zh: '有表被占用超过 {seconds} 秒',
    en: 'a table was in use for more than {seconds} s',
  },
  statement_too_long: {
    zh: '有一个步骤超过 {seconds} 秒',
    en: 'one step took more than {seconds} s',
  },
  whole_too_long: {
    zh: '合计超过 {seconds} 秒，再久会影响他人使用',
    en: 'it took more than {seconds} s, and others wait for the tables meanwhile',
  },

  not_looked_at: {
    zh: '数据正忙或数据量过大，未能查看进行中的记录与已存视图：{reason}',
    en: 'The data were busy or too many to look at open records and saved views: {reason}',
  },
  not_rehearsed: {
    zh: '数据正忙或数据量过大，未能试运行：{reason}。应用时若有冲突仍会被拒绝',
    en: 'The data were busy or too many to try this: {reason}. Applying it is still refused if anything is in the way',
  },
} as const satisfies Readonly<Record<string, CatalogTexts>>

export const planPhrase = messagesOf('plan', planTexts)

/** Maximum names in one line. */
const maxInLine = 8

export type Joining = 'enumeration' | 'sequence'

/** Names in as few lines as their number allows. */
export function inBatches(names: readonly LocalizableText[], by: Joining = 'enumeration'): LocalizableText[] {
  return chunk(names, maxInLine).map((batch) => joined(by, batch))
}
