// Proves that text in the accent can be read on every ground, whatever accent is chosen.
import { theme as antTheme } from 'antd'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, contrasting } from '../../src/ui/theme/contrast'
import { themeConfig } from '../../src/ui/theme/theme'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** A color as it is seen on a ground. */
function opaque(text: string, ground: string): string {
  const parts = /^rgba\((\d+), ?(\d+), ?(\d+), ?([\d.]+)\)$/.exec(text)?.slice(1).map(Number)
  if (!parts) return text
  const share = parts[3]!
  const mixed = [1, 3, 5].map((start, index) => {
    const below = Number.parseInt(ground.slice(start, start + 2), 16)
    return Math.round(parts[index]! * share + below * (1 - share))
  })
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

describe('text in the accent', () => {
  it('can be read on light and on dark, whatever accent somebody chooses', () => {
    fc.assert(
      fc.property(color, (accent) => {
        for (const ground of ['#ffffff', '#17181a'])
          expect(contrast(contrasting(accent, ground), ground)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('can be read where something is chosen, in either mode', () => {
    fc.assert(
      fc.property(color, fc.constantFrom('light' as const, 'dark' as const), (accent, tone) => {
        const config = themeConfig({ color: accent, tone }, tone, 'small')
        const tokens = antTheme.getDesignToken(config)
        const inText = config.components!.Menu!.itemSelectedColor!
        const menu = config.components!.Menu!.itemSelectedBg ?? tokens.colorPrimaryBg
        expect(contrast(inText, menu), `${inText} on ${menu}`).toBeGreaterThanOrEqual(4.5)
        for (const ground of [tokens.controlItemBgActive, tokens.controlItemBgActiveHover])
          expect(
            contrast(opaque(tokens.colorText, ground), ground),
            `${tokens.colorText} on ${ground}`,
          ).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('is the accent itself where that can be read', () => {
    expect(contrasting('#1a4fa0', '#ffffff')).toBe('#1a4fa0')
  })

  it('leaves the accent of the theme as it was chosen', () => {
    expect(themeConfig({ color: '#409EFF', tone: 'light' }, 'light', 'small').token?.colorPrimary).toBe('#409EFF')
  })
})

describe.each(['light', 'dark'] as const)('secondary text in %s', (tone) => {
  const tokens = antTheme.getDesignToken(themeConfig({ color: '#409EFF', tone }, tone, 'small'))

  it('can be read on the fill of facts, in a page and in a dialog', () => {
    for (const below of [tokens.colorBgContainer, tokens.colorBgElevated]) {
      const ground = opaque(tokens.colorFillQuaternary, below)
      for (const text of [tokens.colorTextSecondary, tokens.colorTextTertiary, tokens.colorTextDescription])
        expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe.each(['light', 'dark'] as const)('a danger in %s', (tone) => {
  const config = themeConfig({ color: '#409EFF', tone }, tone, 'small')
  const tokens = antTheme.getDesignToken(config)
  const { Button, Dropdown } = config.components!

  it('can be read as text of buttons, menu items and messages, at rest, under the pointer and pressed', () => {
    const grounds = [tokens.colorBgContainer, tokens.colorBgElevated, tokens.colorBgLayout, tokens.colorErrorBg]
    for (const text of [tokens.colorError, tokens.colorErrorText, tokens.colorErrorHover, tokens.colorErrorActive])
      for (const ground of grounds) expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  it('can be read on a filled button and on a menu item under the pointer', () => {
    for (const text of [Button!.dangerColor, Dropdown!.colorTextLightSolid])
      for (const ground of [tokens.colorError, tokens.colorErrorHover, tokens.colorErrorActive])
        expect(contrast(text ?? '#ffffff', ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })
})
