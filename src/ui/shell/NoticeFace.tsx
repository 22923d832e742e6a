// How does a notice look? It speaks through the application's own message and dialog, never through statics that know no theme and no language.
import { App } from 'antd'
import { useEffect } from 'react'
import { useRuntime } from '../../runtime/runtime'

export function NoticeFace() {
  const { notices } = useRuntime()
  const { message, modal } = App.useApp()
  useEffect(() => notices.draw({
    say: (voice, text) => {
      // The same text twice at once is one notice.
      void message.open({ type: voice, content: text, key: `${voice}:${text}`, duration: voice === 'error' || voice === 'warning' ? 5 : 3 })
    },
    ask: ({ title, text, ok, cancel, danger }) => new Promise((resolve) => {
      const options = {
        title, content: text, okText: ok, cancelText: cancel, centered: true, autoFocusButton: 'ok' as const,
        okButtonProps: danger ? { danger: true } : undefined,
        onOk: () => resolve(true), onCancel: () => resolve(false),
      }
      if (cancel) modal.confirm(options)
      else modal.warning(options)
    }),
  }), [notices, message, modal])
  return null
}
