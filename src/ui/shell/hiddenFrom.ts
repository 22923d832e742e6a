// How is a part of the page taken out of reach while something lies over it? By `inert`, which the types of this React do not know yet.

/** Attributes for an element that may not be reached by pointer, key or reader while `hidden`. */
export function hiddenFrom(hidden: boolean): Record<string, string> {
  return hidden ? { inert: '' } : {}
}
