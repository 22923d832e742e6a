// Finds two English words in a row that no author wrote, which a reader of Chinese must never meet.
// Not a test itself.
export const hasEnglish = (text: string): boolean => /[A-Za-z]+ [a-z]{2,}/.test(ownWords(text))

/** A text without what stands in marks or calls. */
export const ownWords = (text: string): string =>
  text.replace(/`[^`]*`|"[^"]*"|'[^']*'|\w+\([^)]*\)/g, '').replace(/ID \d+/g, '')
