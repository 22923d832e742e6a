// Words a number of things in English: sentences for authors and operators.

/** `1 record`, `2 records`; `many`: the plural where it takes no -s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
