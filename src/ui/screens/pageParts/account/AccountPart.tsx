// The user's account as the session knows it, with the facts of the block, read-only.
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import type { PagePartProps } from '../../common/pagePart'
import styles from './account.module.css'

/** Draws the facts that have a value; nothing without a session. */
export default function AccountPart({ block, ...props }: PagePartProps) {
  const { t, pick } = useTranslator()
  const account = useSession((state) => state.boot?.account)
  if (!account) return null
  const values = props.found?.block === 'account' ? props.found.facts : []
  const rows = [
    [t('account.name'), account.name],
    [t('account.login'), account.login],
    [t('account.tenant'), account.tenant.label],
    [t('account.unit'), account.unit?.label ?? ''],
    ...(block.facts ?? []).map(({ title }, index) => [pick(title), values[index] ?? ''] as const),
  ] as const
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
