// Digest of all sources in pure JavaScript, equal in browser and server. Not a cryptographic hash.
import type { Source } from '../json/source'

/** Returns 28 hexadecimal digits. The order of the sources does not matter. */
export function revisionOf(sources: readonly Source[]): string {
  const lanes = [new Lane(0x9e3779b9), new Lane(0x7f4a7c15)]
  for (const { path, text } of [...sources].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    for (const part of [path, text]) {
      for (let index = 0; index < part.length; index++) for (const lane of lanes) lane.take(part.charCodeAt(index))
      // Separate the parts by a value that no character has.
      for (const lane of lanes) lane.take(0x10000)
    }
  }
  return lanes.map((lane) => lane.digest()).join('')
}

/** One 53-bit hash of the cyrb53 family. */
class Lane {
  private high: number
  private low: number

  constructor(seed: number) {
    this.high = 0xdeadbeef ^ seed
    this.low = 0x41c6ce57 ^ seed
  }

  take(code: number): void {
    this.high = Math.imul(this.high ^ code, 2654435761)
    this.low = Math.imul(this.low ^ code, 1597334677)
  }

  digest(): string {
    const high =
      Math.imul(this.high ^ (this.high >>> 16), 2246822507) ^ Math.imul(this.low ^ (this.low >>> 13), 3266489909)
    const low =
      Math.imul(this.low ^ (this.low >>> 16), 2246822507) ^ Math.imul(this.high ^ (this.high >>> 13), 3266489909)
    return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, '0')
  }
}
