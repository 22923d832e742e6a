// Turns the user's color, mode and size into the tokens of all controls.
// There is one accent; text on it and in it is always readable.
import { theme as antTheme, type ThemeConfig } from 'antd'
import type { Size, Theme } from '../../client/session/session'
import { contrasting, shaded, tinted } from './contrast.ts'

export type ResolvedColorMode = 'light' | 'dark'

/** Control height and font size in CSS pixels. */
export const sizes = {
  default: { control: 40, font: 15, row: 14 },
  medium: { control: 36, font: 14, row: 12 },
  small: { control: 32, font: 14, row: 9 },
  mini: { control: 28, font: 13, row: 6 },
} as const satisfies Record<Size, { control: number; font: number; row: number }>

const touchHeight = sizes.default.control

/** Ordered by the page's language (browser/page.css). */
const fontFamily = 'var(--page-font)'

const errorColor = '#d54941'

const { darkAlgorithm, defaultAlgorithm } = antTheme

/** Buttons, menu items and messages are written in the error color, on tinted and raised backgrounds as well. */
function withReadableErrors(algorithm: typeof darkAlgorithm, ground: string, step: number): typeof darkAlgorithm {
  const inText = contrasting(errorColor, ground)
  const readable = {
    colorError: inText,
    colorErrorText: inText,
    colorErrorHover: shaded(inText, step),
    colorErrorActive: shaded(inText, 2 * step),
  }
  return (seed, map) => ({ ...algorithm(seed, map), ...readable })
}

const algorithms = {
  light: withReadableErrors(defaultAlgorithm, '#e8edf3', -0.05),
  dark: withReadableErrors(darkAlgorithm, '#363c45', 0.05),
} as const satisfies Record<ResolvedColorMode, unknown>

interface Conditions {
  readonly reducedMotion?: boolean
  readonly touched?: boolean
}

/**
 * `reducedMotion`: without animations. `touched`: on a phone, where controls have at least the height that a finger
 * hits.
 */
export function themeConfig({ color }: Theme, tone: ResolvedColorMode, size: Size, now: Conditions = {}): ThemeConfig {
  const dark = tone === 'dark'
  // The dark algorithm darkens link colors again, and links also appear on tinted backgrounds.
  const inText = contrasting(color, dark ? '#363c45' : '#e8edf3')
  return {
    algorithm: algorithms[tone],
    cssVar: { key: 'app' },
    hashed: false,
    token: {
      colorPrimary: color,
      colorInfo: color,
      colorLink: inText,
      colorLinkHover: dark ? inText : color,
      colorSuccess: '#2ba471',
      colorWarning: '#e37318',
      colorError: errorColor,
      fontFamily,
      fontSize: sizes[size].font,
      controlHeight: now.touched ? touchHeight : sizes[size].control,
      borderRadius: 6,
      borderRadiusLG: 8,
      wireframe: false,
      motion: !now.reducedMotion,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.2s',
      ...(dark ? darkColors : lightColors),
      // The library's tints of some accents are a gray without readable contrast.
      colorPrimaryBg: tinted(color, dark ? 0.14 : 0.97),
      colorPrimaryBgHover: tinted(color, dark ? 0.17 : 0.94),
    },
    components: {
      Button: {
        ...buttonTokens(contrasting(color, '#ffffff'), sizes[size].font),
        ...hoveredButton(dark),
        ...(dark && { dangerColor: onError }),
        // Small ones keep a gap.
        ...(now.touched && { controlHeightSM: touchHeight - 6 }),
      },
      // A danger item under the pointer.
      Dropdown: dark ? { colorTextLightSolid: onError } : {},
      Input: { hoverBorderColor: hoverBorder(dark) },
      InputNumber: { hoverBorderColor: hoverBorder(dark) },
      Select: { hoverBorderColor: hoverBorder(dark) },
      Table: tableTokens(dark, size),
      Tabs: {
        itemSelectedColor: inText,
        itemHoverColor: inText,
        itemActiveColor: inText,
        horizontalItemPadding: '10px 0',
        horizontalItemGutter: 24,
      },
      Menu: menuTokens(dark, inText),
      Pagination: { itemActiveColor: inText, colorPrimary: inText },
      Descriptions: { labelBg: 'transparent' },
      Tag: { defaultBg: dark ? '#26292d' : '#f1f2f4' },
      Modal: { titleFontSize: 16 },
      Form: { labelColor: dark ? '#a7abb2' : '#51565d' },
      DatePicker: dayTokens(dark, now.touched),
    },
  }
}

/** Text on the light error color of the dark mode. */
const onError = '#17181a'

const darkColors = {
  colorBgBase: '#17181a',
  colorBgLayout: '#0f1011',
  colorBgContainer: '#17181a',
  colorBgElevated: '#212326',
  colorBorder: '#41454b',
  colorBorderSecondary: '#2b2e32',
  colorTextSecondary: '#a7abb2',
  colorTextTertiary: '#999da5',
  colorTextDescription: '#a0a4ab',
  colorTextPlaceholder: '#85898f',
} satisfies ThemeConfig['token']

const lightColors = {
  colorText: '#1f2329',
  colorTextSecondary: '#51565d',
  colorTextTertiary: '#646a73',
  colorTextDescription: '#646a73',
  colorTextPlaceholder: '#70757d',
  colorBorder: '#d5d8dd',
  colorBorderSecondary: '#e8eaed',
  colorBgLayout: '#f4f5f7',
} satisfies ThemeConfig['token']

type ComponentTokens = NonNullable<ThemeConfig['components']>

/** `strong`: the accent, dark enough for white text on it. */
function buttonTokens(strong: string, font: number): ComponentTokens['Button'] {
  return {
    colorPrimary: strong,
    colorPrimaryHover: shaded(strong, -0.05),
    colorPrimaryActive: shaded(strong, -0.1),
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    contentFontSize: font,
  }
}

/** A darker line for what is only under the pointer: the accent marks what is chosen or has the focus. */
const hoverBorder = (dark: boolean): string => (dark ? '#6b7078' : '#a3a8b0')

const hoveredButton = (dark: boolean): ComponentTokens['Button'] => ({
  defaultHoverColor: dark ? '#e3e5e8' : lightColors.colorText,
  defaultHoverBorderColor: hoverBorder(dark),
})

function tableTokens(dark: boolean, size: Size): ComponentTokens['Table'] {
  const { font, row } = sizes[size]
  return {
    headerBg: dark ? '#1d1f22' : '#f7f8fa',
    headerColor: dark ? '#a7abb2' : '#51565d',
    headerSplitColor: 'transparent',
    cellPaddingBlockSM: row,
    cellPaddingInlineSM: 12,
    rowHoverBg: dark ? '#1f2124' : '#f7f9fc',
    cellFontSizeSM: font === 15 ? 15 : 13,
    headerSortActiveBg: dark ? '#1d1f22' : '#f1f3f6',
    bodySortBg: 'transparent',
  }
}

/** On a phone the room around a day is pressed too, and a month fits in a dialog beside two columns of times. */
function dayTokens(dark: boolean, touched = false): ComponentTokens['DatePicker'] {
  return {
    presetsWidth: 104,
    hoverBorderColor: hoverBorder(dark),
    ...(touched && {
      cellWidth: touchHeight - 4,
      cellHeight: touchHeight - 12,
      timeCellHeight: touchHeight,
      timeColumnWidth: touchHeight + 4,
    }),
  }
}

function menuTokens(dark: boolean, inText: string): ComponentTokens['Menu'] {
  return {
    itemSelectedColor: inText,
    subMenuItemSelectedColor: inText,
    itemHoverBg: dark ? '#212427' : '#f2f4f6',
    itemActiveBg: dark ? '#26292d' : '#eceff2',
    ...(dark ? { itemSelectedBg: '#1c2838' } : {}),
  }
}
