// Refusals of lists, reports, calendars and exports.
import { codes } from '../envelope'
import type { RefusalTable } from './entry'

export const listRefusals = {
  tab_not_found: {
    code: codes.refused,
    status: 200,
    texts: { zh: '没有这个分类', en: 'This tab does not exist' },
    meaning: 'The list has no such tab.',
    remedy: 'Send a tab of the screen.',
  },
  field_not_available: {
    code: codes.refused,
    status: 200,
    texts: { zh: '没有可用的字段“{field}”', en: 'The field "{field}" is not available' },
    meaning: 'The path leads to no field, or to one that the caller may not read or use here.',
    remedy: 'Check the path.',
  },
  operator_not_supported: {
    code: codes.refused,
    status: 200,
    texts: { zh: '字段“{field}”不支持此查询方式', en: '"{field}" cannot be searched this way' },
    meaning: 'The type of the field has not this operator.',
    remedy: "Use an operator of the field's type.",
  },
  filter_value_invalid: {
    code: codes.refused,
    status: 200,
    texts: { zh: '“{field}”的查询值不正确', en: 'The value to search "{field}" for is not valid' },
    meaning: 'The value does not fit the type of the field.',
    remedy: "Send a value of the field's type.",
  },
  group_not_supported: {
    code: codes.refused,
    status: 200,
    texts: { zh: '不能按“{field}”分组', en: 'Records cannot be grouped by "{field}"' },
    meaning: 'Only choices, references, states, yes or no, dates and moments make groups; only the last two by month.',
    remedy: 'Group by another field.',
  },
  page_position_expired: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '翻页位置已失效，请返回第一页',
      en: 'This page position is no longer valid. Go back to the first page',
    },
    meaning: '`after` is damaged or belongs to another order.',
    remedy: 'Read the first page.',
  },
  search_too_long: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '搜索内容过长，最多 {count} 个词',
      en: 'Search for at most {count} words',
      en_one: 'Search for at most {count} word',
    },
    meaning: 'The search has too many words.',
    remedy: 'Search for fewer words.',
  },
  period_invalid: {
    code: codes.refused,
    status: 200,
    texts: { zh: '日期范围不正确', en: 'The date range is not valid' },
    meaning: 'One of the days is missing or none, or the first is not before the last.',
    remedy: 'Send `from` and `to` as days, `from` first.',
  },
  period_too_long: {
    code: codes.refused,
    status: 200,
    texts: { zh: '最多显示 {count} 天', en: 'At most {count} days are shown', en_one: 'At most {count} day is shown' },
    meaning: 'The span is longer than a calendar shows.',
    remedy: 'Ask for fewer days.',
  },
  period_not_expected: {
    code: codes.refused,
    status: 200,
    texts: { zh: '这个报表没有日期范围', en: 'This report has no date range' },
    meaning: 'A span was sent to a report that has none.',
    remedy: 'Leave out `from` and `to`.',
  },
  figure_not_found: {
    code: codes.refused,
    status: 200,
    texts: { zh: '没有这个数字', en: 'This figure does not exist' },
    meaning: "The number does not exist, leads to another list, or is not the caller's to see.",
    remedy: 'Take the number from the screen.',
  },
  export_not_allowed: {
    code: codes.refused,
    status: 200,
    texts: { zh: '这个页面不能导出', en: 'This screen cannot be exported' },
    meaning: 'The manifest of the screen does not offer an export.',
    remedy: 'Export another screen.',
  },
  export_too_long: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '报表超过 {count} 行，请先缩小范围再导出',
      en: 'The report has more than {count} rows. Please narrow it down before exporting',
      en_one: 'The report has more than {count} row. Please narrow it down before exporting',
    },
    meaning: 'A report has more groups than an export takes, or a scheduled list more rows than the product sends.',
    remedy: 'Filter the report, or choose a shorter period.',
  },
  search_incomplete: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '搜索词未能在“{columns}”中查全，导出会缺少数据，请换更具体的搜索词',
      en:
        'Not everything could be searched for the words behind {columns}, so the export would lack records. ' +
        'Please use more precise words',
    },
    meaning: 'The words of an export find more records behind a reference column than count, or not in time.',
    remedy: 'Search for more precise words, or filter by the column.',
  },
  scheduled_account_ended: {
    code: codes.refused,
    status: 200,
    texts: { zh: '账号已停用', en: 'The account has ended' },
    meaning: 'A scheduled report belongs to an account that may not sign in any more; the report stops.',
    remedy: 'Let another account schedule it.',
  },
  scheduled_content_unreadable: {
    code: codes.refused,
    status: 200,
    texts: { zh: '报表内容无法识别', en: 'What the report contains cannot be read' },
    meaning: 'What a scheduled report asks for is no request of a list or report; the report stops.',
    remedy: 'Schedule it from the page of the list or report.',
  },
  scheduled_file_too_large: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '文件超过 {megabytes} MB，请先缩小范围',
      en: 'The file is larger than {megabytes} MB. Narrow it down first',
    },
    meaning: 'The file of a scheduled report is larger than the product sends; the report stops.',
    remedy: 'Filter the list, or choose fewer columns, and schedule it again.',
  },
  scheduled_mail_failed: {
    code: codes.refused,
    status: 200,
    texts: { zh: '邮件未被接收（{reason}）', en: 'The mail was not accepted ({reason})' },
    meaning: 'The mail server did not take a scheduled report; it is tried again, and then when it is due again.',
    remedy: 'Check the mail address, and the mail server with its administrator.',
  },
  scheduled_report_failed: {
    code: codes.refused,
    status: 200,
    texts: { zh: '文件未能生成', en: 'The file could not be made' },
    meaning: 'The file of a scheduled report could not be made; it is tried again, and then when it is due again.',
    remedy: 'Wait; the log of the server has the reason.',
  },
  own_exports_running: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '您已有 {count} 个导出正在进行，请等它们完成',
      en: '{count} of your exports are running. Please wait until they are done',
      en_one: '{count} of your exports is running. Please wait until it is done',
    },
    meaning: 'The account has as many exports running as it may.',
    remedy: 'Wait for them, or for `retry-after` seconds.',
  },
  exports_running: {
    code: codes.refused,
    status: 200,
    texts: { zh: '正在进行的导出过多，请稍后再试', en: 'Too many exports are running; try again in a moment' },
    meaning: 'The server has as many exports running as it may.',
    remedy: 'Try again after `retry-after` seconds.',
  },
  export_tables_changed: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '系统正在更新数据结构，暂时无法导出，请稍后再试',
      en: 'The system is being updated and cannot export this now; try again in a moment',
    },
    meaning: 'Changes of the manifests rewrote the tables of the list each time the export began to read them.',
    remedy: 'Try again after `retry-after` seconds.',
  },
} as const satisfies RefusalTable
