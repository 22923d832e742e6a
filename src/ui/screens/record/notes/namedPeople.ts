// Reads which people a note names after @.

/** The labels that the text names. Of labels that begin alike the longest counts. */
export function labelsNamed(text: string, labels: Iterable<string>): string[] {
  const longestFirst = [...labels].sort((a, b) => b.length - a.length)
  const named = placesOf(text).flatMap((start) => longestFirst.find((label) => text.startsWith(label, start)) ?? [])
  return [...new Set(named)]
}

/** The words after @ that may name more than the labels do. */
export function wordsToFind(text: string, labels: Iterable<string>): string[] {
  const all = [...labels]
  return placesOf(text).flatMap((start) => {
    const [word = ''] = /^\S*/u.exec(text.slice(start)) ?? []
    return word === '' || all.some((label) => label.length >= word.length && text.startsWith(label, start)) ? [] : word
  })
}

/** The words behind an @ at the end of the text; an input method may write them without a key that is seen. */
export const wordsBeingNamed = (text: string): string | undefined => /@([^\s@]*)$/u.exec(text)?.[1]

const placesOf = (text: string): number[] => [...text.matchAll(/@/gu)].map(({ index }) => index + 1)
