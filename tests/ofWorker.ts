// What do the test files of one worker share? The project's modules are new for each file, and whatever they hold; this
// is not.

/** Makes a value once in a worker. @param name of its own among all such values */
export function ofWorker<T>(name: string, make: () => T): T {
  const values = globalThis as unknown as Record<symbol, T | undefined>
  return (values[Symbol.for(name)] ??= make())
}
