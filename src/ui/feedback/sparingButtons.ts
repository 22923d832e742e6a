// Limits the notices that are shown together: the oldest is removed, unless it has a button.
import type { message } from 'antd'

type MessageList = ReturnType<typeof message.useMessage>[0]
type Notice = Parameters<MessageList['open']>[0] & { readonly key: string }

export interface NoticeList {
  readonly open: (notice: Notice) => void
  readonly destroy: (key: string) => void
}

/** The list, where a further notice removes the oldest without a button: one whose content is a plain text. */
export function sparingButtons({ open, destroy }: NoticeList, maxCount: number): NoticeList {
  /** By key, in the order of opening: whether it is without a button. */
  const notices = new Map<string, boolean>()
  return {
    open(notice) {
      const { key, content, onClose } = notice
      notices.set(key, typeof content === 'string')
      open({
        ...notice,
        onClose() {
          notices.delete(key)
          onClose?.()
        },
      })
      const others = [...notices].filter(([other, isPlain]) => isPlain && other !== key)
      for (const [other] of others.slice(0, Math.max(notices.size - maxCount, 0))) {
        notices.delete(other)
        destroy(other)
      }
    },
    destroy(key) {
      notices.delete(key)
      destroy(key)
    },
  }
}
