import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, contrasting } from '../../src/ui/theme/contrast'
import { themeConfig } from '../../src/ui/theme/theme'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('text in the accent', () => {
  it('can be read on light and on dark, whatever accent somebody chooses', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        for (const ground of ['#ffffff', '#17181a'])
          expect(contrast(contrasting(accent, ground), ground)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('is the accent itself where that can be read', () => {
    expect(contrasting('#1a4fa0', '#ffffff')).toBe('#1a4fa0')
  })

  it('leaves the accent of the theme as it was chosen', () => {
    expect(themeConfig({ colour: '#409EFF', tone: 'light' }, 'light', 'small').token?.colorPrimary).toBe('#409EFF')
  })
})
