// How do I want the page to look? The same choices as in the top bar, in one place and with their names.
import { Radio, Switch } from 'antd'
import { useId } from 'react'
import { useRuntime, useSession, useWords } from '../../../runtime/runtime'
import type { Size } from '../../../runtime/session'
import { languageNames } from '../../shell/DisplayMenus'
import ThemePanel from '../../shell/ThemePanel'
import { sizeNames, useChoices } from '../../shell/useChoices'
import styles from './account.module.css'

export default function DisplayPart() {
  const { session } = useRuntime()
  const { t, index } = useWords()
  const size = useSession((state) => state.size)
  const still = useSession((state) => state.still)
  const choices = useChoices()
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
          value={index}
          options={languageNames.map((label, value) => ({ label, value }))}
          onChange={({ target }) => choices.language(target.value === 1 ? 1 : 0)}
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
          onChange={({ target }) => choices.size(target.value as Size)}
        />
      </div>
      <ThemePanel />
      <div>
        <label htmlFor={`${id}-still`}>{t('shell.still')}</label>
        <span>
          <Switch id={`${id}-still`} checked={still} onChange={(next) => session.setStill(next)} />
        </span>
      </div>
    </div>
  )
}
