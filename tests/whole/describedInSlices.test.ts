// Proves that describing all calls of a product leaves others their turns.
import { expect, it } from 'vitest'
import { describeCalls } from '../../src/server/boot/reload/describeCalls'
import { longestPieceMs } from '../server/longestPiece'
import { readSchemas } from './schemas'

it('a description of all calls holds the thread for short pieces only', { timeout: 60_000 }, async () => {
  const product = readSchemas()
  const rights = {
    codes: new Set([product.access.administratorPermission]),
    administrator: true,
    disabled: new Set<string>(),
  }
  // Collecting garbage may lengthen one piece, but not of each description.
  const pieces: number[] = []
  while (pieces.length < 4 && !pieces.some((longest) => longest < 50))
    pieces.push(await longestPieceMs(() => describeCalls(product, rights, 'en')))
  expect(Math.min(...pieces)).toBeLessThan(50)
})
