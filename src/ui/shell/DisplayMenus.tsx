// Where does a person choose how the page looks? Language, size and theme, each behind its own button.
import { Dropdown } from 'antd'
import { lazy } from 'react'
import { useSession, useWords } from '../../runtime/runtime'
import type { Size } from '../../runtime/session'
import { IconButton } from './IconButton'
import { IconPopover } from './IconPopover'
import { sizeNames, useChoices } from './useChoices'

const ThemePanel = lazy(() => import('./ThemePanel'))

/** What a language is called in itself. */
export const languageNames = ['中文', 'English'] as const

export function DisplayMenus() {
  const { t, index } = useWords()
  const size = useSession((state) => state.size)
  const choices = useChoices()
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: languageNames.map((name, at) => ({
            key: String(at),
            label: <span lang={at === 0 ? 'zh-CN' : 'en'}>{name}</span>,
          })),
          selectedKeys: [String(index)],
          onClick: ({ key }) => choices.language(key === '1' ? 1 : 0),
        }}
      >
        <IconButton icon="language" label={t('shell.language')} aria-haspopup="menu" />
      </Dropdown>
      <Dropdown
        trigger={['click']}
        menu={{
          items: (Object.keys(sizeNames) as Size[]).map((name) => ({ key: name, label: t(sizeNames[name]) })),
          selectedKeys: [size],
          onClick: ({ key }) => choices.size(key as Size),
        }}
      >
        <IconButton icon="textSize" label={t('shell.size')} aria-haspopup="menu" />
      </Dropdown>
      <IconPopover icon="palette" label={t('shell.theme')}>
        <ThemePanel />
      </IconPopover>
    </>
  )
}
