// Catalog of the reasons for a message that was not sent, worded as part of a sentence.
import { messagesOf, type CatalogTexts } from '../../../manifest/expression/message'
import type { sendFailures } from '../../../manifest/model/product'

export type SendFailure = (typeof sendFailures)[number]

export const sendFailureTexts = {
  refused: { zh: '服务方拒绝', en: 'refused by the service' },
  unclear: { zh: '响应无法识别', en: 'its answer was not understood' },
  noToken: { zh: '未取得访问令牌', en: 'no access token' },
  noChannel: { zh: '渠道未配置', en: 'the channel is not set up' },
  ended: { zh: '服务器关闭时中断', en: 'interrupted by a shutdown' },
  down: { zh: '无法连接', en: 'it cannot be reached' },
  slow: { zh: '服务方超时', en: 'it took too long' },
  private: { zh: '内网地址', en: 'its address is private' },
  notAllowed: { zh: '地址不可用', en: 'its address is not allowed' },
  redirected: { zh: '服务方要求跳转', en: 'it redirected the request' },
  tooLarge: { zh: '响应过大', en: 'its answer was too large' },
} as const satisfies Readonly<Record<SendFailure, CatalogTexts>>

export const sendFailureText = messagesOf('sendFailures', sendFailureTexts)
