// What is said about the outcome of an action?
import type { Text } from '../../manifest/app'

export const runTexts = {
  done: ['操作成功', 'Done'],
  retrying: ['网络不稳定，正在重试…', 'The network is unstable, trying again…'],
  batchDone: ['已完成 {{done}} 条', '{{done}} done'],
  batchSome: ['完成 {{done}} 条，{{refused}} 条未执行', '{{done}} done, {{refused}} refused'],
  batchProgress: ['正在执行 {{done}} / {{total}}', 'Running {{done}} of {{total}}'],
  batchRefused: ['未执行的记录', 'Refused records'],
} as const satisfies Record<string, Text>
