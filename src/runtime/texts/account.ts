// What does the page about one's own account say?
import type { Text } from '../../manifest/app'

export const accountTexts = {
  name: ['姓名', 'Name'],
  login: ['登录手机号', 'Sign-in mobile'],
  tenant: ['经销商', 'Dealer'],
  unit: ['门店', 'Store'],
} as const satisfies Record<string, Text>
