// Chooses accent color and color mode: presets or any color; light, dark or the system's.
import { Radio } from 'antd'
import { useProduct, useSession, useTranslator } from '../../client/context/clientContext'
import type { ColorMode } from '../../client/session/session'
import { Icon } from '../controls/icons'
import { useDisplaySettings } from './useDisplaySettings'

const swatches = ['#2ba471', '#e37318', '#d54941', '#8e56dd', '#0894fa', '#13a8a8', '#5c6bc0']

export default function ThemePanel() {
  const { t } = useTranslator()
  const theme = useSession((state) => state.theme)
  const {
    theme: { primaryColor: ownPrimaryColor },
  } = useProduct()
  const settings = useDisplaySettings()
  const colors = [ownPrimaryColor, ...swatches]
  return (
    <div className="shell-theme">
      <div className="shell-theme-label">{t('shell.theme')}</div>
      <Radio.Group
        optionType="button"
        value={theme.tone}
        onChange={({ target }) => settings.theme({ ...theme, tone: target.value as ColorMode })}
        options={[
          { value: 'light', label: t('shell.themeLight') },
          { value: 'dark', label: t('shell.themeDark') },
          { value: 'auto', label: t('shell.themeAuto') },
        ]}
      />
      <div className="shell-theme-label">{t('shell.themeColor')}</div>
      <div className="shell-swatches">
        {colors.map((color) => (
          <button
            key={color}
            type="button"
            style={{ background: color }}
            aria-label={color}
            aria-pressed={color.toLowerCase() === theme.color.toLowerCase()}
            onClick={() => settings.theme({ ...theme, color })}
          >
            {color.toLowerCase() === theme.color.toLowerCase() && <Icon name="check" size={14} />}
          </button>
        ))}
        <input
          type="color"
          key={theme.color}
          defaultValue={theme.color}
          aria-label={t('shell.themeColor')}
          onBlur={({ target }) => {
            if (target.value !== theme.color.toLowerCase()) settings.theme({ ...theme, color: target.value })
          }}
        />
      </div>
    </div>
  )
}
