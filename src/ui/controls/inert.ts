// Makes a covered part of the page unreachable by `inert`, which this React's types do not know
// yet.

/** Attributes that hide an element from pointer, keyboard and screen reader while `hidden`. */
export function hiddenFrom(hidden: boolean): Record<string, string> {
  return hidden ? { inert: '' } : {}
}
