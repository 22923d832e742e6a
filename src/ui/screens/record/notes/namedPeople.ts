// Parses the people mentioned after @ in a note.

/** The labels mentioned in the text. Of labels with the same beginning the longest counts. */
export function labelsNamed(text: string, labels: Iterable<string>): string[] {
  const longestFirst = [...labels].sort((a, b) => b.length - a.length)
  const named = placesOf(text).flatMap((start) => longestFirst.find((label) => text.startsWith(label, start)) ?? [])
  return [...new Set(named)]
}

/** The words after @ that may mention others than the labels. */
export function wordsToFind(text: string, labels: Iterable<string>): string[] {
  const all = [...labels]
  return placesOf(text).flatMap((start) => {
    const [word = ''] = /^\S*/u.exec(text.slice(start)) ?? []
    return word === '' || all.some((label) => label.length >= word.length && text.startsWith(label, start)) ? [] : word
  })
}

/** The words after an @ at the end of the text; input methods may enter them without key events. */
export const wordsBeingNamed = (text: string): string | undefined => /@([^\s@]*)$/u.exec(text)?.[1]

const placesOf = (text: string): number[] => [...text.matchAll(/@/gu)].map(({ index }) => index + 1)
