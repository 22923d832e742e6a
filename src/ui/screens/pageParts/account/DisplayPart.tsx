// Display preferences: those of the top bar in one place, with their names.
import { languageName } from '../../../../client/text/format'
import { Radio, Switch } from 'antd'
import { useId } from 'react'
import { useProduct, useRuntime, useSession, useTranslator } from '../../../../client/context/clientContext'
import type { Size } from '../../../../client/session/session'
import ThemePanel from '../../../theme/ThemePanel'
import { sizeNames, useDisplaySettings } from '../../../theme/useDisplaySettings'
import styles from './account.module.css'

/** Draws the settings; each applies at once. */
export default function DisplayPart() {
  const { session } = useRuntime()
  const { t, language } = useTranslator()
  const { languages } = useProduct()
  const size = useSession((state) => state.size)
  const still = useSession((state) => state.stillSidebar)
  const settings = useDisplaySettings()
  const id = useId()
  return (
    <div className={styles.choices}>
      <div>
        <span className={styles.name} id={`${id}-language`}>
          {t('shell.language')}
        </span>
        <Radio.Group
          aria-labelledby={`${id}-language`}
          optionType="button"
          value={language}
          options={languages.map((value) => ({ label: languageName(value), value }))}
          onChange={({ target }) => settings.language(target.value as string)}
        />
      </div>
      <div>
        <span className={styles.name} id={`${id}-size`}>
          {t('shell.size')}
        </span>
        <Radio.Group
          aria-labelledby={`${id}-size`}
          optionType="button"
          value={size}
          options={(Object.keys(sizeNames) as Size[]).map((value) => ({ label: t(sizeNames[value]), value }))}
          onChange={({ target }) => settings.size(target.value as Size)}
        />
      </div>
      <ThemePanel />
      <div>
        <label htmlFor={`${id}-still`}>{t('shell.still')}</label>
        <span>
          <Switch id={`${id}-still`} checked={still} onChange={(next) => session.setStillSidebar(next)} />
        </span>
      </div>
    </div>
  )
}
