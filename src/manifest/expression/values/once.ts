// A value that is made when it is first needed, and kept.

/** Makes the value at the first call and returns it at each: a formatter of the browser, or a promise of a read. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
