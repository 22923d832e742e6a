// The user's account as the session knows it, read-only.
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import styles from './account.module.css'

export default function AccountPart() {
  const { t } = useTranslator()
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
