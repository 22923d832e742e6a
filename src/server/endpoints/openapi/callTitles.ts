// Titles of the derived calls, as the description of the interface names them.
import { messagesOf, type CatalogTexts } from '../../../manifest/expression/message'
import type { linkPath } from '../../../protocol/fileCalls'
import type { ShapedPath } from '../contract/requestSchemas'

/** Derived calls without a request schema. */
export type PlainPath =
  | '/api/entry'
  | '/api/boot'
  | '/api/events'
  | '/api/openapi.json'
  | '/api/uploads/append'
  | '/mcp'
  | typeof linkPath
export type DerivedPath = ShapedPath | PlainPath

const callTitles = {
  '/api/entry': { zh: '登录前的产品信息', en: 'The product before sign-in' },
  '/api/boot': { zh: '当前账号、权限与菜单', en: 'Account, rights and menu' },
  '/api/events': { zh: '实时通知', en: 'Live events' },
  '/api/openapi.json': { zh: '本接口说明', en: 'This description' },
  '/api/screen': { zh: '读取页面定义', en: 'Read the definition of a screen' },
  '/api/entity': { zh: '读取记录类型的定义', en: 'Read the definition of an entity' },
  '/api/list': { zh: '查询列表', en: 'List records' },
  '/api/thumbnail': { zh: '读取图片缩略图', en: 'Read the thumbnail of a picture' },
  '/api/record': { zh: '读取一条记录', en: 'Read a record' },
  '/api/document': { zh: '下载记录的文档', en: 'Download a document of a record' },
  '/api/documents': { zh: '把多条记录的文档下载为一个文件', en: 'Download a document of several records as one file' },
  '/api/run': { zh: '新增或处理一条记录', en: 'Create a record or change one' },
  '/api/undo': { zh: '撤销刚才的操作', en: 'Undo what was just done' },
  '/api/undoBatch': { zh: '撤销刚才对多条记录的操作', en: 'Undo what was just done to several records' },
  '/api/duplicates': { zh: '查找内容重复的记录', en: 'Find records with the same values' },
  '/api/earlyCheck': { zh: '提交前检查填写的内容', en: 'Check inputs before they are sent' },
  '/api/batch': { zh: '批量处理记录', en: 'Change several records' },
  '/api/options': { zh: '查询可选的记录', en: 'Records to choose from' },
  '/api/find': { zh: '全局搜索', en: 'Find records of all kinds' },
  '/api/timeline': { zh: '读取记录的历史', en: 'Read the history of a record' },
  '/api/manual': { zh: '配置手册', en: 'The manual of the manifest language' },
  '/api/jobs': { zh: '读取自动任务', en: 'Read the jobs of the manifests' },
  '/api/jobs/run': { zh: '立即运行一个自动任务', en: 'Run a job at once' },
  '/api/turn': { zh: '记录轮到谁处理', en: 'Whose turn a record is' },
  '/api/why': { zh: '说明为什么不能操作', en: 'Why something cannot be done now' },
  '/api/uploads': { zh: '开始分段上传', en: 'Begin an upload in pieces' },
  '/api/uploads/state': { zh: '查询已上传多少', en: 'How much of an upload has arrived' },
  '/api/uploads/discard': { zh: '放弃上传', en: 'Give up an upload' },
  '/api/uploads/append': { zh: '上传下一段', en: 'Send the next piece of an upload' },
  '/api/notes': { zh: '读取记录的留言', en: 'Read the notes of a record' },
  '/api/notes/write': { zh: '写留言', en: 'Write a note' },
  '/api/notes/people': { zh: '查询可提及的人', en: 'People who can be mentioned' },
  '/api/export': { zh: '导出列表或报表', en: 'Export a list or a report' },
  '/api/exchange/template': { zh: '下载导入模板', en: 'Download an import template' },
  '/api/exchange/export': { zh: '导出以便修改后导入', en: 'Export to edit and import again' },
  '/api/exchange/begin': { zh: '开始导入', en: 'Begin an import' },
  '/api/exchange/linesSheet': { zh: '下载表单明细表格', en: 'Download a sheet of lines of a form' },
  '/api/exchange/lines': { zh: '读取表单明细文件', en: 'Read a file as lines of a form' },
  '/api/exchange/latest': { zh: '读取未完成的导入', en: 'Read the import that is not done' },
  '/api/exchange/receipts': { zh: '查询已完成的导入', en: 'Read the imports that are done' },
  '/api/exchange/takeBack': { zh: '撤回导入', en: 'Take an import back' },
  '/api/exchange/step': { zh: '继续导入', en: 'Go on with an import' },
  '/api/exchange/discard': { zh: '放弃导入', en: 'Discard an import' },
  '/api/exchange/outcome': { zh: '下载导入结果', en: 'Download the outcome of an import' },
  '/api/exchange/confirm': { zh: '确认导入', en: 'Confirm an import' },
  '/api/exchange/rows': { zh: '读取导入的各行', en: 'Read the rows of an import' },
  '/api/calendar': { zh: '查询日历', en: 'Read a calendar' },
  '/api/report': { zh: '查询报表', en: 'Read a report' },
  '/api/dashboard': { zh: '查询看板', en: 'Read the blocks of a screen' },
  '/api/integration': { zh: '登录外部系统', en: 'Sign in to an integration' },
  '/api/integration/launch': { zh: '打开外部系统', en: 'Open an integration' },
  '/api/integration/password': { zh: '保存外部系统的密码', en: 'Store the password for an integration' },
  '/api/factors': { zh: '读取两步验证方式', en: 'Read the second factors' },
  '/api/factors/challenge': { zh: '开始两步验证', en: 'Begin to prove a second factor' },
  '/api/factors/prove': { zh: '完成两步验证', en: 'Prove a second factor' },
  '/api/factors/begin': { zh: '开始添加两步验证方式', en: 'Begin to add a second factor' },
  '/api/factors/confirm': { zh: '确认添加两步验证方式', en: 'Add a second factor' },
  '/api/factors/remove': { zh: '删除两步验证方式', en: 'Remove a second factor' },
  '/api/factors/recoveryCodes': { zh: '重新生成恢复码', en: 'New recovery codes' },
  '/api/signIn/begin': { zh: '前往其他系统登录', en: 'Begin to sign in by another system' },
  '/api/signIn/finish': { zh: '从其他系统返回', en: 'Come back from another system' },
  '/api/signIn/authorize': { zh: '取得授权页面的地址', en: 'Read the address of an authorization page' },
  '/api/signIn/links': { zh: '读取关联账号', en: 'Read the linked accounts' },
  '/api/signIn/unlink': { zh: '解除关联账号', en: 'Unlink an account' },
  '/api/links': { zh: '读取本人发送的链接', en: 'Read the links that one has sent' },
  '/api/links/create': { zh: '用链接发送文档', en: 'Send a document as a link' },
  '/api/links/end': { zh: '停用链接', en: 'End a link' },
  '/shared': { zh: '打开用链接发送的文档', en: 'Open a document that was sent as a link' },
  '/mcp': { zh: '智能体接口（MCP）', en: 'Door for agents (MCP)' },
  '/api/preference': { zh: '保存个人设置', en: 'Keep a preference' },
} as const satisfies Readonly<Record<DerivedPath, CatalogTexts>>

export const callTitle = messagesOf('calls', callTitles)

const texts = {
  introduction: {
    zh: [
      '由产品定义生成，只列出当前账号可用的调用。除文件外，回答都是 code、msg、data；code 为 2000 表示成功，否则 key',
      '为拒绝原因。金额和小数是文本，日期为 yyyy-MM-dd，时间为 ISO 8601（UTC）。',
    ].join(' '),
    en: [
      'Generated from the definition of the product, with the calls that the current account may make.',
      'Every answer but a file is code, msg and data: code 2000 is success, otherwise key names the refusal.',
      'Money and decimals are text, days yyyy-MM-dd, moments ISO 8601 in UTC.',
    ].join(' '),
  },
  api_key: { zh: 'API 密钥', en: 'API key' },
  session: { zh: '登录会话', en: 'Session' },
  language: { zh: '回答所用的语言', en: 'Language of the answer' },
  success: { zh: '成功，或被拒绝', en: 'Done, or refused' },
  outside_failure: { zh: '路径、协议或服务器有误', en: 'The path, the protocol or the server is at fault' },
  records: { zh: '记录', en: 'Records' },
  screens: { zh: '页面', en: 'Screens' },
  notes: { zh: '留言', en: 'Notes' },
  exchange: { zh: '导入导出', en: 'Import and export' },
  reports: { zh: '报表', en: 'Reports' },
  account: { zh: '账号', en: 'Account' },
  declared: { zh: '产品接口', en: 'Calls of the product' },
} as const satisfies Readonly<Record<string, CatalogTexts>>

export type CallTag = 'records' | 'screens' | 'notes' | 'exchange' | 'reports' | 'account' | 'declared'

/** Words of the description itself. */
export const descriptionWord = messagesOf('description', texts)
