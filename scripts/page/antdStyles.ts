// Writes the style sheet of antd's controls when the page is built.
// Browsers then need not compute it. In development, and for a control that is not listed here, antd
// computes its styles in the page.
import type { ThemeConfig } from 'antd'
import type { ReactElement } from 'react'
import type { Plugin } from 'vite'
import { themeConfig } from '../../src/ui/theme/theme.ts'

/** The module that the page imports; an empty sheet in development. */
const address = 'virtual:antd.css'

export function antdStyles(): Plugin {
  let built = false
  return {
    name: 'antd-styles',
    config: (_config, { command }) => {
      built = command === 'build'
    },
    resolveId: (id) => (id === address ? `\0${address}` : undefined),
    load: (id) => (id === `\0${address}` ? (built ? antdSheet() : '') : undefined),
  }
}

/** The controls of the page, one per style sheet. */
async function drawnControls(): Promise<readonly ReactElement[]> {
  const { createElement: h } = await import('react')
  const antd = await import('antd')
  const item = h('i')
  return [
    h(antd.Button),
    h(antd.Input),
    h(antd.Input.Search),
    h(antd.Input.TextArea),
    h(antd.Input.Password),
    h(antd.InputNumber),
    h(antd.Select),
    h(antd.AutoComplete),
    h(antd.DatePicker),
    h(antd.Radio),
    h(antd.Checkbox),
    h(antd.Switch),
    h(antd.Segmented, { options: [] }),
    h(antd.Menu, { items: [] }),
    h(antd.Dropdown, { menu: { items: [] }, children: item }),
    h(antd.Tooltip, { children: item }),
    h(antd.Popover, { children: item }),
    h(antd.Modal),
    h(antd.Drawer),
    h(antd.Pagination),
    h(antd.Skeleton),
    h(antd.Spin),
    h(antd.Alert),
    h(antd.Tag),
  ]
}

/**
 * The styles of all controls, and the names by which antd finds them. The text is the same for every theme, because
 * colors and sizes are custom properties, but light and dark themes have different names.
 */
export async function antdSheet(): Promise<string> {
  const light = await sheetOf(themeConfig({ color: '#000000', tone: 'light' }, 'light', 'medium'))
  const dark = await sheetOf(themeConfig({ color: '#000000', tone: 'dark' }, 'dark', 'medium'))
  // A theme with different styles would be drawn with those of another.
  if (dark.styles !== light.styles) throw new Error('The styles of the controls depend on the theme')
  const names = new Set([...light.names, ...dark.names])
  return `${withoutUnused(light.styles)}.${nameList}{content:"${[...names].join(';')}";}`
}

/** The styles of all controls in one theme, computed by antd. */
export async function sheetOf(theme: ThemeConfig): Promise<Sheet> {
  const { createElement: h } = await import('react')
  const { renderToString } = await import('react-dom/server')
  const { ConfigProvider } = await import('antd')
  const { createCache, extractStyle, StyleProvider } = await import('@ant-design/cssinjs')
  const cache = createCache()
  const controls = await drawnControls()
  renderToString(h(StyleProvider, { cache }, h(ConfigProvider, { theme }, ...controls)))
  return takenApart(extractStyle(cache, { types: 'style', plain: true }))
}

export interface Sheet {
  readonly styles: string
  readonly names: readonly string[]
}

const nameList = 'data-ant-cssinjs-cache-path'

function takenApart(text: string): Sheet {
  const at = text.indexOf(`.${nameList}{`)
  if (at < 0) throw new Error(`The styles of antd have no list .${nameList}: its name has changed.`)
  const [, names = ''] = /\{content:"([^"]*)";\}/.exec(text.slice(at)) ?? []
  return { styles: text.slice(0, at), names: names.split(';') }
}

/** Selectors of right-to-left text, and of buttons in colors of antd's palette. */
const unused = /-rtl\b|\.ant-btn-color-(?!default|primary|dangerous|link)\w+/

/** Removes rules whose selectors can never match. */
function withoutUnused(styles: string): string {
  return styles.replace(/([^{}]+)\{[^{}]*\}/g, (rule, selectors: string) => {
    const asked = selectors.replace(/:not\([^()]*\)/g, '')
    return asked.split(',').every((selector) => unused.test(selector)) ? '' : rule
  })
}
