// Where does a person choose how the page looks? Language, size and theme, each behind its own button.
import { Dropdown, Popover, Radio } from 'antd'
import { useProduct, useSession, useWords } from '../../runtime/runtime'
import type { Size, Tone } from '../../runtime/session'
import { IconButton } from './IconButton'
import { Icon } from './icons'
import { sizeNames, useChoices } from './useChoices'

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
          items: languageNames.map((name, at) => ({ key: String(at), label: <span lang={at === 0 ? 'zh-CN' : 'en'}>{name}</span> })),
          selectedKeys: [String(index)], onClick: ({ key }) => choices.language(key === '1' ? 1 : 0),
        }}
      >
        <IconButton icon="language" label={t('shell.language')} aria-haspopup="menu" />
      </Dropdown>
      <Dropdown
        trigger={['click']}
        menu={{ items: (Object.keys(sizeNames) as Size[]).map((name) => ({ key: name, label: t(sizeNames[name]) })), selectedKeys: [size], onClick: ({ key }) => choices.size(key as Size) }}
      >
        <IconButton icon="textSize" label={t('shell.size')} aria-haspopup="menu" />
      </Dropdown>
      <Popover trigger="click" placement="bottomRight" content={<ThemePanel />}>
        <IconButton icon="palette" label={t('shell.theme')} aria-haspopup="dialog" />
      </Popover>
    </>
  )
}

const swatches = ['#2ba471', '#e37318', '#d54941', '#8e56dd', '#0894fa', '#13a8a8', '#5c6bc0']

export function ThemePanel() {
  const { t } = useWords()
  const theme = useSession((state) => state.theme)
  const { theme: { colour: own } } = useProduct()
  const choices = useChoices()
  const colours = [own, ...swatches]
  return (
    <div className="shell-theme">
      <div className="shell-theme-label">{t('shell.theme')}</div>
      <Radio.Group
        optionType="button"
        value={theme.tone}
        onChange={({ target }) => choices.theme({ ...theme, tone: target.value as Tone })}
        options={[{ value: 'light', label: t('shell.themeLight') }, { value: 'dark', label: t('shell.themeDark') }, { value: 'auto', label: t('shell.themeAuto') }]}
      />
      <div className="shell-theme-label">{t('shell.themeColour')}</div>
      <div className="shell-swatches">
        {colours.map((colour) => (
          <button key={colour} type="button" style={{ background: colour }} aria-label={colour} aria-pressed={colour.toLowerCase() === theme.colour.toLowerCase()} onClick={() => choices.theme({ ...theme, colour })}>
            {colour.toLowerCase() === theme.colour.toLowerCase() && <Icon name="check" size={14} />}
          </button>
        ))}
        <input type="color" key={theme.colour} defaultValue={theme.colour} aria-label={t('shell.themeColour')} onBlur={({ target }) => { if (target.value !== theme.colour.toLowerCase()) choices.theme({ ...theme, colour: target.value }) }} />
      </div>
    </div>
  )
}
