// Changes language, size and theme: at once, stored, and confirmed in the words of the
// specification.
import { useMemo } from 'react'
import { useRuntime } from '../../client/context/clientContext'
import { storableTheme, type Size, type Theme } from '../../client/session/session'
import type { TextKey } from '../../client/text/pageTexts'

export const sizeNames = {
  default: 'shell.sizeDefault',
  medium: 'shell.sizeMedium',
  small: 'shell.sizeSmall',
  mini: 'shell.sizeMini',
} as const satisfies Record<Size, TextKey>

interface DisplaySettings {
  language(language: string): void
  size(size: Size): void
  theme(theme: Theme): void
}

/**
 * The setters, the same object at every rendering. Only the theme is also stored for the account; the others stay in
 * this browser.
 */
export function useDisplaySettings(): DisplaySettings {
  const { session, notifications, translator, client, language: pageLanguage } = useRuntime()
  return useMemo(
    () => ({
      language(language) {
        void pageLanguage.change(language).then((changed) => {
          if (changed) notifications.say('success', translator().t('shell.languageDone'))
        })
      },
      size(size) {
        session.setSize(size)
        notifications.say('success', translator().t('shell.sizeDone'))
      },
      theme(theme) {
        if (!session.setTheme(theme)) return
        notifications.say('success', translator().t('shell.themeDone'))
        // The preference applies to this page whatever the server answers; the client reports a failure.
        client.post('/api/preference', { name: 'theme', value: storableTheme(theme) }).catch(() => undefined)
      },
    }),
    [session, notifications, translator, client, pageLanguage],
  )
}
