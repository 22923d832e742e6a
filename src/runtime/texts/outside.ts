// What does the page say about systems outside the product?
import type { Text } from '../../manifest/app'

export const outsideTexts = {
  entering: ['正在登录合作平台…', 'Signing in to the platform…'],
  entersSlowly: [
    '平台响应较慢，请稍候，也可以先处理其他工作',
    'The platform is slow. Please wait, or go on with something else',
  ],
  broughtIn: ['{{name}}数据更新于 {{at}}', 'Data of {{name}} as of {{at}}'],
  notBroughtIn: ['{{name}}数据暂时无法更新：{{reason}}', 'Data of {{name}} cannot be updated now: {{reason}}'],
  shownAsOf: ['当前显示 {{at}} 的数据', 'What is shown is as of {{at}}'],
  renew: ['立即同步', 'Synchronise now'],
  open: ['打开平台', 'Open the platform'],
  failedTitle: ['登录{{name}}失败', 'Signing in to {{name}} failed'],
  failedPlain: ['合作平台登录失败', 'Signing in to the platform failed'],
  failedScreen: ['“{{title}}”需要先登录平台', '“{{title}}” needs the platform'],
  failedUnasked: [
    '没有等待登录的页面。请从菜单打开需要的页面，系统会自动登录平台',
    'No screen is waiting for the platform. Open the one you need from the menu; you are signed in automatically',
  ],
  retry: ['重试', 'Try again'],
  password: ['平台密码', 'Password of the platform'],
  passwordHelp: ['密码加密保存在服务器，不会再显示', 'It is kept encrypted on the server and never shown again'],
  keepAndRetry: ['保存并重试', 'Save and try again'],
  frameBack: ['返回', 'Back'],
  frameWaiting: ['正在打开…', 'Opening…'],
  frameSilent: [
    '外部页面没有响应，请检查网络后重试',
    'The other page does not answer. Check the network and try again',
  ],
  frameNoRecord: ['没有指定要打开的记录', 'No record was given to open'],
  frameFromRecord: ['请从记录的操作按钮打开此页面', 'This page is opened by a button of the record'],
  frameImport: [
    '外部页面交来“{{title}}”的内容，请核对后保存',
    'The other page hands over values for “{{title}}”. Check and save them',
  ],
  frameStrange: [
    '外部页面交来的内容无法识别，已忽略',
    'What the other page handed over cannot be understood and was ignored',
  ],
  frameSaved: ['方案已保存', 'The design was saved'],
  frameNotNow: ['当前状态不能“{{title}}”', '“{{title}}” is not possible in this state'],
} as const satisfies Record<string, Text>
