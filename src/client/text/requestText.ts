// Describes the request of a list or report: its search, its tab and the number of filters.
import { jsonObjectIn } from '../../manifest/json/jsonText'
import type { Translator } from './translate'

/** A sentence of a stored request, which is JSON; text that is no JSON object counts as the request for all records. */
export function requestText(text: string, { t }: Pick<Translator, 't'>): string {
  // The server refuses an invalid request when it is due.
  const { words: searchText, tab, filters, conditions } = jsonObjectIn(text) ?? {}
  const count = lengthOf(filters) + leavesIn(conditions)
  const parts = [
    ...(typeof searchText === 'string' && searchText !== '' ? [t('list.requestWords', { words: searchText })] : []),
    ...(typeof tab === 'string' ? [t('list.requestTab')] : []),
    ...(count > 0 ? [t('list.requestConditions', { count })] : []),
  ]
  return parts.length === 0 ? t('list.requestAll') : parts.join(t('form.comma'))
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** The number of conditions in a tree. */
function leavesIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + leavesIn(one), 0)
  if (typeof value !== 'object' || value === null) return 0
  return 'field' in value ? 1 : leavesIn(Object.values(value))
}
