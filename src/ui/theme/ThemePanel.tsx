// Chooses accent color and color mode: presets or any color; light, dark or the system's.
import { Radio } from 'antd'
import { useProduct, useSession, useTranslator } from '../../client/context/clientContext'
import type { ColorMode } from '../../client/session/session'
import { Icon } from '../controls/icons'
import { useDisplaySettings } from './useDisplayChoices'

const swatches = ['#2ba471', '#e37318', '#d54941', '#8e56dd', '#0894fa', '#13a8a8', '#5c6bc0']

export default function ThemePanel() {
  const { t } = useTranslator()
  const theme = useSession((state) => state.theme)
  const {
    theme: { primaryColor: ownPrimaryColor },
  } = useProduct()
  const choices = useDisplaySettings()
  const colours = [ownPrimaryColor, ...swatches]
  return (
    <div className="shell-theme">
      <div className="shell-theme-label">{t('shell.theme')}</div>
      <Radio.Group
        optionType="button"
        value={theme.tone}
        onChange={({ target }) => choices.theme({ ...theme, tone: target.value as ColorMode })}
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
