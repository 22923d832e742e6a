// Who am I here? What the session knows of the person, to be read.
import { useSession, useWords } from '../../../runtime/runtime'
import styles from './account.module.css'

export default function AccountPart() {
  const { t } = useWords()
  const account = useSession((state) => state.boot?.account)
  if (!account) return null
  const rows = [
    ['account.name', account.name],
    ['account.login', account.login],
    ['account.tenant', account.tenant.label],
    ['account.unit', account.unit?.label ?? ''],
  ] as const
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
