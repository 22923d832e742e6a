// Texts of the account page.

export const accountTexts = {
  name: ['姓名', 'Name'],
  login: ['登录手机号', 'Sign-in mobile'],
  tenant: ['经销商', 'Dealer'],
  unit: ['门店', 'Store'],
} as const satisfies Record<string, readonly [string, string]>
