// Two English words together that no author wrote: what a reader of Chinese should never meet. Not a test itself.
export const hasEnglish = (text: string): boolean => /[A-Za-z]+ [a-z]{2,}/.test(ownWords(text))

/** A text without what stands in marks or calls. */
export const ownWords = (text: string): string =>
  text.replace(/`[^`]*`|"[^"]*"|'[^']*'|\w+\([^)]*\)/g, '').replace(/ID \d+/g, '')
