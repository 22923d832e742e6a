// Which sentence of the specification is checked where? One row a sentence that can be checked: section, sentence, file of the test and the test's name as it stands there.

export type SpecRow = readonly [section: number, sentence: string, file: string, test: string]

const shell = 'tests/browser/shell.test.ts'
const account = 'tests/browser/account.test.ts'
const calls = 'tests/whole/calls.test.ts'
const session = 'tests/runtime/session.test.ts'
const client = 'tests/runtime/client.test.ts'
const views = 'tests/runtime/views.test.ts'
const codes = 'tests/whole/effectiveAccess.test.ts'
const constants = 'tests/whole/spec.test.ts'
const routes = 'tests/whole/routes.test.ts'
const ends = 'tests/whole/sessionEnds.test.ts'
const proofs = 'tests/whole/proofs.test.ts'

export const specRows: readonly SpecRow[] = [
  [2, 'Public routes: /login, /password/reset, /authredirect, /redirect/{path*}, /404, /401, /studyFile, /ea/Login.', constants, 'the public routes are public, and nothing else is'],
  [2, 'The current view is refreshed through /redirect plus its full path.', constants, 'the refresh helper leads to whatever stands behind it'],
  [2, 'Any unknown path redirects to /404.', shell, 'of an unknown address are the page 404, of one without the right 401 with the reason'],
  [2, 'Inside the main layout the default redirect is the dashboard.', constants, 'the root leads to the dashboard, which is not kept'],
  [2, 'dashboard is not cached; always the first breadcrumb.', constants, 'the root leads to the dashboard, which is not kept'],
  [2, '/message has an optional query message_num.', account, 'a message is opened by its number and read by that, and a kind is read by one call'],
  [2, '/ea/Login binds an account of a partner platform user.', account, 'somebody from the partner platform comes in by its code once the account is bound'],
  [2, '/settings, /addressList, /message are hidden from the menu.', constants, 'the screens of the account are hidden from the menu'],
  [2, 'Each module redirects to its first screen and has the routes of the list.', routes, 'has every row of the table'],
  [2, 'Top bar: hamburger, breadcrumb, full-screen toggle, message badge, avatar dropdown, language and size selectors.', shell, 'change at once, say so in the words of the specification, and are kept'],
  [2, 'The avatar dropdown leads to settings.', account, 'settings change the profile, the password and how the page looks'],
  [2, 'The avatar dropdown leads to the address book.', account, 'the address book lists the colleagues'],
  [2, 'On mobile an open sidebar shows a backdrop that closes it on click.', shell, 'has the menu over the page, which goes away by its backdrop and by going somewhere'],
  [2, 'Tab bar of visited views with right-click menu (close, close others, close all).', shell, 'stay as they were left, and the tabs say which'],
  [2, 'Main area caches views.', views, 'is bounded, but never lets go of the active view or of one with unsaved changes'],
  [3, 'Session user: name, id, roles, dealer and store.', 'tests/server/session.test.ts', 'is her menu, her routes and her preferences'],
  [3, 'Login response fields read: token, tmes_joinno, zy_password, mobile, result.', constants, 'signing in answers the fields that are read, and never a password'],
  [3, 'result may equal multiAccount.', proofs, 'lets in, and behind a number with several accounts lets choose'],
  [3, 'User-info response fields: userinfo, join, store, new_userinfo, openedMeipingStoreNos, openedDmmsJoinnos.', calls, 'take the token of userinfo in its query as well'],
  [3, 'Message counts: order_information_count, stores_information_count, information_count.', constants, 'the three counters have the names of the specification'],
  [3, 'Visited view: path, name, title, meta.', views, 'hold one view a key, with the address it was left at'],
  [3, 'Preferences: language, size, sidebar open flag, theme colour.', session, 'are read from the cookies of the specification and written there'],
  [4, 'Sidebar open/closed, persisted.', session, 'are read from the cookies of the specification and written there'],
  [4, 'Optional no-animation flag.', account, 'settings change the profile, the password and how the page looks'],
  [4, 'Under 1024 px width the sidebar closes automatically, also on route change.', shell, 'has the menu over the page, which goes away by its backdrop and by going somewhere'],
  [4, 'No token leads to /login unless the path is public.', shell, 'says what is wrong beside the form, and leads to where one was going'],
  [4, 'With token and no roles, user info is fetched, routes generated, and navigation retried.', session, 'is taken from its cookie, and forgotten when it opens nothing'],
  [4, 'A logged-in user opening /login goes to /.', shell, 'leads nowhere but to an address of ours'],
  [4, 'Log out: confirmation, then clear token, roles, routes and cookies, go to /login and reload.', shell, 'by logging out asks first, in the words of the specification'],
  [4, 'Dealer status 0 or 2 removes all routes needing the restricted permissions.', codes, 'open exactly the screens that name one of them'],
  [4, 'Closing the active tab opens the last remaining tab or /; close-all goes to /.', views, 'closing the active one opens the last that is left, closing the last one the fallback'],
  [5, 'Routes with an external-link href are blocked from in-app navigation.', account, 'an address of another site stays shut within the application, and opens in a new tab'],
  [5, 'A token in the query string is stored as the session token.', shell, 'takes a token out of the address before anything else, and asks when somebody else is signed in'],
  [5, "The permission directive needs a non-empty role list, else fails with 'need roles!'.", 'tests/runtime/permitted.test.ts', 'fails without any'],
  [5, 'The element is removed if the user holds none of the listed roles.', 'tests/runtime/permitted.test.ts', 'is drawn for who holds one of the codes'],
  [5, "Menu item is hidden by route roles and by the user's disabled menus.", codes, 'open exactly the screens that name one of them'],
  [5, 'Theme change accepts only string colour values.', session, 'take no colour but #rrggbb'],
  [5, 'A menu item without a command is an error.', 'tests/runtime/permitted.test.ts', 'an item of a menu without a command is an error'],
  [5, 'The draggable dialog stays within the viewport horizontally and cannot go above the top.', 'tests/ui/widgets.test.ts', 'a dialog stays inside the viewport sideways and below its top'],
  [6, 'Role admin sees all routes.', codes, 'open exactly the screens that name one of them'],
  [6, 'Others see routes whose roles intersect their codes, minus routes matching their disabled_menus.', 'tests/whole/access.test.ts', 'is told the same by boot'],
  [6, 'Config flags remove codes.', codes, 'are those of the specification for all 1,536 dealers there can be'],
  [6, 'aftermarketList is always removed.', codes, 'are those of the specification for all 1,536 dealers there can be'],
  [6, 'A fixed list of dealer codes gets an extra test-run code.', codes, 'are those of the specification for all 1,536 dealers there can be'],
  [6, 'Two feature whitelists are preset and overwritten by server lists.', constants, 'the two whitelists are preset and overwritten by the server'],
  [6, 'Disabled for restricted dealers: the eleven codes.', codes, 'are those of the specification for all 1,536 dealers there can be'],
  [6, 'What is removed from the menu is refused by the API.', 'tests/whole/access.test.ts', 'sees exactly the permitted lists'],
  [7, 'All calls use a shared client with header X-Token when a token exists.', client, 'carries token, language and the client marker: in the query of GET, in the body of POST'],
  [7, 'GET adds query client=dealerPc; POST adds client=dealerPc to the body.', client, 'carries token, language and the client marker: in the query of GET, in the body of POST'],
  [7, 'Timeouts: 300000 ms in one reading of the client, 20000 ms in another.', calls, 'have their time limits, and the variant its own message'],
  [7, 'Every row of the table of calls: method, path, payload.', calls, 'the calls of the specification'],
  [7, 'SMS-code password reset.', proofs, 'is replaced in three steps; the sessions end, and the ticket is used up'],
  [7, 'bindWeixin, unbindWeixin.', proofs, 'of WeChat is bound by its word only, and given up again'],
  [7, 'notice_read_batch when kind is order information, information_read_batch otherwise.', account, 'a message is opened by its number and read by that, and a kind is read by one call'],
  [7, 'File upload.', 'tests/server/session.test.ts', 'are refused when they are too large, empty or foreign'],
  [8, 'Code 2000: success. Any other code rejects the call.', client, 'the error catalogue'],
  [8, 'For warehouse-API URLs data is returned as is.', client, 'of another server that is configured is handed on as it is'],
  [8, 'Code 2999: alert titled 登出 with 你已被登出，请重新登录！ and button 确定; on confirm log out and go to the site root.', shell, 'while nothing is half filled says so in the words of the specification and begins anew'],
  [8, 'Codes 2001 and 2002: warning toast with the server msg.', client, '2001 with the words of the server'],
  [8, 'HTTP 404: warning 访问异常，请稍后重试！', client, 'HTTP 404'],
  [8, 'HTTP 500: error 服务器遇到错误，无法完成请求', client, 'HTTP 500'],
  [8, 'Timeout: 请求超时，请重试！; the 120000 ms variant: 请求服务器超时，请重试.', client, "tells a late answer from none, and the endpoint\\'s own text from the usual"],
  [8, 'Missing user data: 未获取到用户信息，请重试！; no roles: 未返回角色权限！', constants, 'the texts of the catalogue are word for word those of the specification'],
  [8, 'Failed user-info fetch: show the error or 验证失败，请重新登录.', constants, 'the texts of the catalogue are word for word those of the specification'],
  [8, 'Menu item without command: 菜单选项缺少command属性.', constants, 'the texts of the catalogue are word for word those of the specification'],
  [8, 'Full screen unsupported shows warning.', constants, 'the texts of the catalogue are word for word those of the specification'],
  [8, 'Successes: 转换语言成功, 切换布局尺寸成功！, 换肤成功.', shell, 'change at once, say so in the words of the specification, and are kept'],
  [8, 'Logout confirm: title 确认退出, text 你确定退出登录么?, buttons 确定/取消.', shell, 'by logging out asks first, in the words of the specification'],
  [9, 'Narrow-screen threshold 1024 px; sidebar submenu show delay 200 ms.', constants, 'the numbers of the face are those of the specification'],
  [9, 'Request timeouts: 20000 ms / 300000 ms; 120000 ms variant message.', calls, 'have their time limits, and the variant its own message'],
  [9, 'Success code 2000; forced logout 2999; warning codes 2001, 2002.', constants, 'the codes of an answer'],
  [9, 'Default language zh; default size small; default theme colour #409EFF.', constants, 'cookies, marker and defaults'],
  [9, 'Cookies: Token, _mobile, _auth, _login_zowee, language, size, sidebarStatus.', constants, 'cookies, marker and defaults'],
  [9, 'Client marker dealerPc.', constants, 'cookies, marker and defaults'],
  [4, 'Sessions end within a second of log-out, disabling, another password or other rights.', ends, 'ends by being disabled, and does not come back with the account'],
]
