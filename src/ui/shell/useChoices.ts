// How does a person change language, size and theme? Each takes effect at once, is kept, and says so in the words of the specification.
import { useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useRuntime } from '../../runtime/runtime'
import type { Size, Theme } from '../../runtime/session'
import type { LanguageIndex, TextKey } from '../../runtime/text'

export const sizeNames = {
  default: 'shell.sizeDefault',
  medium: 'shell.sizeMedium',
  small: 'shell.sizeSmall',
  mini: 'shell.sizeMini',
} as const satisfies Record<Size, TextKey>

export interface Choices {
  language(index: LanguageIndex): void
  size(size: Size): void
  theme(theme: Theme): void
}

export function useChoices(): Choices {
  const { session, notices, words, client } = useRuntime()
  const records = useQueryClient()
  return useMemo(
    () => ({
      language(index) {
        session.setLanguage(index)
        notices.say('success', words().t('shell.languageDone'))
        // Labels of records come in the caller's language.
        void records.invalidateQueries()
      },
      size(size) {
        session.setSize(size)
        notices.say('success', words().t('shell.sizeDone'))
      },
      theme(theme) {
        if (!session.setTheme(theme)) return
        notices.say('success', words().t('shell.themeDone'))
        // The choice holds for this page whatever the server says; the client has told of a failure.
        client.post('/api/preference', { name: 'theme', value: theme }).catch(() => undefined)
      },
    }),
    [session, notices, words, client, records],
  )
}
