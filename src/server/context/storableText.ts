// Detects texts that PostgreSQL cannot store: NUL and unpaired surrogates, in text and JSON alike.

/** Whether every text in a value can be stored, at any depth, including property names. */
export function isStorableText(value: unknown): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isStorableText(name) && isStorableText(part))
}
