// Menus of the display preferences: language, size and theme, each behind its own button.
import { lazy } from 'react'
import { useProduct, useSession, useTranslator } from '../../client/context/clientContext'
import type { Size } from '../../client/session/session'
import { languageName } from '../../client/text/format'
import { intlLocale } from '../../manifest/expression/values/dayStyles'
import { IconButton } from '../controls/IconButton'
import { IconPopover } from '../controls/menu/IconPopover'
import { LazyDropdown } from '../controls/menu/LazyDropdown'
import { sizeNames, useDisplaySettings } from './useDisplaySettings'

const ThemePanel = lazy(() => import('./ThemePanel'))

/** In a narrow window the menu of the account has the same settings instead. */
export function DisplayMenus() {
  const { t, language } = useTranslator()
  const { languages } = useProduct()
  const size = useSession((state) => state.size)
  const settings = useDisplaySettings()
  return (
    <>
      <LazyDropdown
        menu={() => ({
          items: languages.map((code) => ({
            key: code,
            label: <span lang={intlLocale(code)}>{languageName(code)}</span>,
          })),
          selectedKeys: [language],
          onClick: ({ key }) => settings.language(key),
        })}
      >
        <IconButton icon="language" label={t('shell.language')} aria-haspopup="menu" />
      </LazyDropdown>
      <LazyDropdown
        menu={() => ({
          items: (Object.keys(sizeNames) as Size[]).map((name) => ({ key: name, label: t(sizeNames[name]) })),
          selectedKeys: [size],
          onClick: ({ key }) => settings.size(key as Size),
        })}
      >
        <IconButton icon="textSize" label={t('shell.size')} aria-haspopup="menu" />
      </LazyDropdown>
      <IconPopover icon="palette" label={t('shell.theme')}>
        <ThemePanel />
      </IconPopover>
    </>
  )
}
