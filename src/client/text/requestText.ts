// The request of a list or report in words: its search, its tab and how many filters it has.
import type { Translator } from './translate'

export function requestText(text: string, { t }: Pick<Translator, 't'>): string {
  const { words, tab, filters, conditions } = requestIn(text)
  const count = lengthOf(filters) + leavesIn(conditions)
  const parts = [
    ...(typeof words === 'string' && words !== '' ? [t('list.requestWords', { words })] : []),
    ...(typeof tab === 'string' ? [t('list.requestTab')] : []),
    ...(count > 0 ? [t('list.requestConditions', { count })] : []),
  ]
  return parts.length === 0 ? t('list.requestAll') : parts.join(t('form.comma'))
}

function requestIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // The server refuses it when it is due.
    return {}
  }
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** How many conditions a tree has. */
function leavesIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + leavesIn(one), 0)
  if (typeof value !== 'object' || value === null) return 0
  return 'field' in value ? 1 : leavesIn(Object.values(value))
}
