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
import { importPhrases } from './importPhrases'

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
  document_more: { zh: '仅显示最近 {count} 条', en: 'Only the latest {count} are shown' },
  icon_picture: { zh: '图标', en: 'Icon' },
  icon_name: { zh: '名称', en: 'Name' },
  icon_holders: { zh: '已使用它的模块和页面', en: 'Modules and screens that have it' },
  document_narrowed: {
    zh: '仅显示打印人可以查看的记录',
    en: 'Only records that the person printing this may see are shown',
  },
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
  record_named: { zh: '{entity}“{label}”', en: '{entity} “{label}”' },
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
  rule_without: { zh: '没有关联{field}', en: 'It has no “{field}”' },
  rule_with: { zh: '已关联{field}', en: 'It has a “{field}”' },
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
  value_tenant: { zh: '本{tenant}', en: 'the same {tenant}' },
  value_today: { zh: '今天', en: 'today' },
  value_now: { zh: '现在', en: 'now' },
  value_size: { zh: '{field}的数量', en: 'the number of {field}' },
  value_present: { zh: '{field}目前为：{value}', en: '{field} is now: {value}' },
  value_empty: { zh: '空', en: 'empty' },

  why_permission: { zh: '需要权限“{permission}”', en: 'The permission “{permission}” is required' },
  why_any_permission: {
    zh: '需要以下权限之一：{permissions}',
    en: 'One of these permissions is required: {permissions}',
  },
  why_permission_when: { zh: '有权限“{permission}”，但{condition}', en: 'With “{permission}”, {condition}' },
  why_no_permission: { zh: '没有人可以直接进行此操作', en: 'No one can do this directly' },
  why_holders: { zh: '拥有“{permission}”的角色：{roles}', en: 'Roles with “{permission}”: {roles}' },
  why_people: { zh: '可以找：{people}', en: 'Ask: {people}' },
  why_no_holder: { zh: '本单位没有角色拥有“{permission}”', en: 'No role of your organization has “{permission}”' },
  why_scope: { zh: '只对以下数据范围的账号开放：{scopes}', en: 'Reserved for accounts with the data scope: {scopes}' },
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

  why_other_unit: { zh: '属于其他{unit}', en: 'It belongs to another {unit}' },
  why_other_account: {
    zh: '属于其他人员，不在您的数据范围内',
    en: 'It belongs to other people, beyond your row scope',
  },
  why_record_closed: { zh: '您的账号看不到这类记录', en: 'Records of this kind are not shown to your account' },
  why_closed: { zh: '此页面对您的账号已关闭', en: 'This page is switched off for your account' },

  sign_in_code: {
    zh: '登录验证码 {code}，10 分钟内有效。请勿告诉他人。',
    en: 'Your sign-in code is {code}. It is valid for 10 minutes. Do not share it with anyone.',
  },
  reset_code: {
    zh: '重置密码验证码 {code}，10 分钟内有效。请勿告诉他人。',
    en: 'Your password reset code is {code}. It is valid for 10 minutes. Do not share it with anyone.',
  },

  ...importPhrases,

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
