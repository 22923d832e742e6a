// Freezes the compiled App, so that no reader can change it.

/** Freezes a value with all that is in it, and returns the same value. Does not enter parts that are frozen already. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
  return value
}
