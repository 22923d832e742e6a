// Why did another system not do what was asked? One word a reason, each with a sentence for the person; what the other system says itself is never shown.
import type { Text } from '../../manifest/app'
import { OutgoingError } from '../outgoing/outgoing'

export const troubles = {
  noPassword: ['尚未保存平台密码，请填写后重试', 'No password of the platform is kept yet. Enter it and try again'],
  refused: [
    '平台不接受账号或密码，请核对后重试',
    'The platform does not accept the account or the password. Check them and try again',
  ],
  down: ['平台暂时无法连接，请稍后重试', 'The platform cannot be reached. Try again later'],
  slow: ['平台响应超时，请稍后重试', 'The platform takes too long to answer. Try again later'],
  wrong: [
    '平台返回的内容无法识别，请联系管理员',
    'The answer of the platform cannot be understood. Tell the administrator',
  ],
} as const satisfies Record<string, Text>

/** By this the log tells of a sign-in that failed, whatever the reason. */
export const signInFailed = '登陆失败'

export type TroubleName = keyof typeof troubles

export class OutsideTrouble extends Error {
  override readonly name = 'OutsideTrouble'
  constructor(
    readonly reason: TroubleName,
    system: string,
    options?: ErrorOptions,
  ) {
    super(`${system}: ${reason}`, options)
  }
}

/** A failed call as its reason; what is no failed call is a defect and thrown on. */
export function troubleOf(error: unknown, system: string): OutsideTrouble {
  if (error instanceof OutsideTrouble) return error
  if (!(error instanceof OutgoingError)) throw error
  const reason =
    error.trouble === 'slow'
      ? 'slow'
      : error.trouble === 'tooLarge' || error.trouble === 'redirected'
        ? 'wrong'
        : 'down'
  return new OutsideTrouble(reason, system, { cause: error })
}
