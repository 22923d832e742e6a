// Which texts can a database hold? All but those with NUL and halves of surrogate pairs, in a text of its own as in JSON.

/** Whether no text in a value, at any depth, names of objects included, holds what cannot be kept. */
export function isKeepable(value: unknown): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isKeepable(name) && isKeepable(part))
}
