// Texts of failures: the error catalog of the specification, word for word, with English versions.

export const faultTexts = {
  signedOutTitle: ['登出', 'Signed out'],
  signedOut: ['你已被登出，请重新登录！', 'You have been signed out. Please sign in again!'],
  ok: ['确定', 'OK'],
  rejected: ['访问异常，请稍后重试！', 'Something went wrong. Please try again later!'],
  missing: ['访问异常，请稍后重试！', 'Something went wrong. Please try again later!'],
  broken: ['服务器遇到错误，无法完成请求', 'The server encountered an error and could not complete the request'],
  timeout: ['请求超时，请重试！', 'The request timed out. Please try again!'],
  timeoutLong: ['请求服务器超时，请重试', 'The request to the server timed out. Please try again'],
  offline: ['网络连接已断开，请检查网络后重试', 'The connection was lost. Please check your network and try again'],
  busy: ['操作过于频繁，请在 {{seconds}} 秒后重试', 'Too many requests. Please try again in {{seconds}} seconds'],
  noUser: ['未获取到用户信息，请重试！', 'No user information was received. Please try again!'],
  noRoles: ['未返回角色权限！', 'No roles or permissions were returned!'],
  notVerified: ['验证失败，请重新登录.', 'Verification failed. Please sign in again.'],
  noCommand: ['菜单选项缺少command属性.', 'The menu item has no command.'],
  withHint: ['{{said}}。{{hint}}', '{{said}}. {{hint}}'],
  reference: ['错误编号 {{reference}}', 'Reference {{reference}}'],
  noFullScreen: ['you browser can not work', 'you browser can not work'],
} as const satisfies Record<string, readonly [string, string]>
