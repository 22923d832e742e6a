// Proves that describing all calls of a product leaves others their turns.
import { expect, it } from 'vitest'
import { describeCalls } from '../../src/server/boot/reload/describeCalls'
import { usualLongestPieceMs } from '../server/longestPiece'
import { readSchemas } from './schemas'

it('a description of all calls holds the thread for short pieces only', { timeout: 60_000 }, async () => {
  const product = readSchemas()
  const rights = {
    codes: new Set([product.access.administratorPermission]),
    administrator: true,
    disabled: new Set<string>(),
  }
  expect(await usualLongestPieceMs(100, () => describeCalls(product, rights, 'en'))).toBeLessThan(100)
})
