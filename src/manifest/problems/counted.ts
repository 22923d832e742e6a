// Formats a number with its noun in English, for authors and operators.

/** `1 record`, `2 records`; `many`: an irregular plural. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
