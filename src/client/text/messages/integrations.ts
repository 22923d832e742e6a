// Texts about integrations.

export const integrationTexts = {
  entering: ['正在登录合作平台…', 'Signing in to the partner platform…'],
  entersSlowly: [
    '平台响应较慢，请稍候，也可以先处理其他工作',
    'The platform is responding slowly. Please wait, or continue with other work',
  ],
  broughtIn: ['{{name}}数据更新于 {{at}}', '{{name}}: data updated at {{at}}'],
  notBroughtIn: ['{{name}}数据暂时无法更新：{{reason}}', '{{name}}: data cannot be updated right now: {{reason}}'],
  shownAsOf: ['当前显示 {{at}} 的数据', 'Showing data as of {{at}}'],
  renew: ['立即同步', 'Sync now'],
  open: ['打开平台', 'Open the platform'],
  failedTitle: ['登录{{name}}失败', 'Signing in to {{name}} failed'],
  failedPlain: ['合作平台登录失败', 'Partner platform sign-in failed'],
  failedScreen: ['“{{title}}”需要先登录平台', '“{{title}}” requires signing in to the platform'],
  failedUnasked: [
    '没有等待登录的页面。请从菜单打开需要的页面，系统会自动登录平台',
    'No page is waiting for sign-in. Open the page you need from the menu; you are signed in to the platform automatically',
  ],
  retry: ['重试', 'Try again'],
  password: ['平台密码', 'Platform password'],
  passwordHelp: ['密码加密保存在服务器，不会再显示', 'Stored encrypted on the server and not shown again'],
  keepAndRetry: ['保存并重试', 'Save and try again'],
  frameBack: ['返回', 'Back'],
  frameWaiting: ['正在打开…', 'Opening…'],
  frameSilent: [
    '外部页面没有响应，请检查网络后重试',
    'The external page does not respond. Check the network and try again',
  ],
  frameNoRecord: ['没有指定要打开的记录', 'No record was specified'],
  frameFromRecord: ['请从记录的操作按钮打开此页面', 'Please open this page from an action button of the record'],
  frameOff: ['未接入该外部系统', 'This external system is not connected'],
  frameOffText: ['请联系管理员。', 'Please contact the administrator.'],
  frameImport: [
    '外部页面传回了“{{title}}”的数据，请核对后保存',
    'The external page returned data for “{{title}}”. Please review and save it',
  ],
  frameStrange: [
    '外部页面传回的数据无法识别，已忽略',
    'The data from the external page was not recognized and was ignored',
  ],
  frameSaved: ['方案已保存', 'The design was saved'],
  frameNotNow: ['当前状态不能“{{title}}”', '“{{title}}” is not possible in this state'],
} as const satisfies Record<string, readonly [string, string]>
