// The address of one section of a page, and the section that an address names.
const prefix = '#section-'

/** @param index position among the blocks of the page */
export const sectionAddress = (path: string, index: number): string => `${path}${prefix}${index}`

/** The position of the section that the hash of an address names. */
export function sectionOfHash(hash: string): number | undefined {
  const index = hash.startsWith(prefix) ? hash.slice(prefix.length) : ''
  return /^\d{1,3}$/.test(index) ? Number(index) : undefined
}
