// Changes language, size and theme: at once, stored, and confirmed in the words of the
// specification.
import { useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useRuntime } from '../../client/context/clientContext'
import type { Size, Theme } from '../../client/session/session'
import type { TextKey } from '../../client/text/translate'

export const sizeNames = {
  default: 'shell.sizeDefault',
  medium: 'shell.sizeMedium',
  small: 'shell.sizeSmall',
  mini: 'shell.sizeMini',
} as const satisfies Record<Size, TextKey>

export interface DisplaySettings {
  language(language: string): void
  size(size: Size): void
  theme(theme: Theme): void
}

export function useDisplaySettings(): DisplaySettings {
  const { session, notices, words, client } = useRuntime()
  const records = useQueryClient()
  return useMemo(
    () => ({
      language(language) {
        session.setLanguage(language)
        notices.say('success', words().t('shell.languageDone'))
        // Labels of records depend on the caller's language.
        void records.invalidateQueries()
      },
      size(size) {
        session.setSize(size)
        notices.say('success', words().t('shell.sizeDone'))
      },
      theme(theme) {
        if (!session.setTheme(theme)) return
        notices.say('success', words().t('shell.themeDone'))
        // The preference holds for this page whatever the server answers; the client has reported a failure.
        client.post('/api/preference', { name: 'theme', value: theme }).catch(() => undefined)
      },
    }),
    [session, notices, words, client, records],
  )
}
