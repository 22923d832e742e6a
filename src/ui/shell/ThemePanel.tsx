// Which colour and which light does a person choose? A few colours that suit, any other, and light, dark or as the system has it.
import { Radio } from 'antd'
import { useProduct, useSession, useWords } from '../../runtime/runtime'
import type { Tone } from '../../runtime/session'
import { Icon } from './icons'
import { useChoices } from './useChoices'

const swatches = ['#2ba471', '#e37318', '#d54941', '#8e56dd', '#0894fa', '#13a8a8', '#5c6bc0']

export default function ThemePanel() {
  const { t } = useWords()
  const theme = useSession((state) => state.theme)
  const {
    theme: { colour: own },
  } = useProduct()
  const choices = useChoices()
  const colours = [own, ...swatches]
  return (
    <div className="shell-theme">
      <div className="shell-theme-label">{t('shell.theme')}</div>
      <Radio.Group
        optionType="button"
        value={theme.tone}
        onChange={({ target }) => choices.theme({ ...theme, tone: target.value as Tone })}
        options={[
          { value: 'light', label: t('shell.themeLight') },
          { value: 'dark', label: t('shell.themeDark') },
          { value: 'auto', label: t('shell.themeAuto') },
        ]}
      />
      <div className="shell-theme-label">{t('shell.themeColour')}</div>
      <div className="shell-swatches">
        {colours.map((colour) => (
          <button
            key={colour}
            type="button"
            style={{ background: colour }}
            aria-label={colour}
            aria-pressed={colour.toLowerCase() === theme.colour.toLowerCase()}
            onClick={() => choices.theme({ ...theme, colour })}
          >
            {colour.toLowerCase() === theme.colour.toLowerCase() && <Icon name="check" size={14} />}
          </button>
        ))}
        <input
          type="color"
          key={theme.colour}
          defaultValue={theme.colour}
          aria-label={t('shell.themeColour')}
          onBlur={({ target }) => {
            if (target.value !== theme.colour.toLowerCase()) choices.theme({ ...theme, colour: target.value })
          }}
        />
      </div>
    </div>
  )
}
