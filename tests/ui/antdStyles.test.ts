// Proves that the one style sheet of the build is right for every theme that a user can choose.
import { expect, it } from 'vitest'
import { antdSheet, sheetOf } from '../../scripts/page/antdStyles'
import { sizes, themeConfig } from '../../src/ui/theme/theme'

it('the sheet of the controls is the one that each tone, size and color would compute, and is found by its names', async () => {
  const written = await antdSheet()
  const { styles } = await sheetOf(themeConfig({ color: '#000000', tone: 'light' }, 'light', 'medium'))
  for (const [at, size] of (Object.keys(sizes) as (keyof typeof sizes)[]).entries())
    for (const tone of ['light', 'dark'] as const) {
      const color = ['#409eff', '#2ba471', '#d54941', '#7a1fa2'][at]!
      const other = await sheetOf(
        themeConfig({ color, tone }, tone, size, { reducedMotion: at % 2 === 0, touched: at > 1 }),
      )
      expect(other.styles === styles, `${tone} ${size}`).toBe(true)
      expect(other.names.filter((name) => !written.includes(name))).toEqual([])
    }
  expect(written).toContain('.ant-btn-color-primary')
  expect(written).not.toMatch(/\.ant-btn-color-purple|^[^{}]*-rtl[^{},]*\{/m)
})
