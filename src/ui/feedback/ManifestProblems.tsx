// Shows an administrator the problems of refused manifests, else the warnings of those in use.
// With problems the previous version stays in use; warnings can be closed.
import { Alert } from 'antd'
import { useState } from 'react'
import { useSession, useTranslator } from '../../client/context/clientContext'

export default function ManifestProblems() {
  const problems = useSession((state) => state.problems)
  const warnings = useSession((state) => state.warnings)
  const { t } = useTranslator()
  const [open, setOpen] = useState(false)
  const refused = problems.length > 0
  const listed = refused ? problems : warnings
  if (listed.length === 0) return null
  const count = { count: listed.length }
  return (
    <Alert
      banner
      key={refused ? 'problems' : warnings.join()}
      type={refused ? 'error' : 'warning'}
      closable={!refused && { 'aria-label': t('shell.closeThis') }}
      message={
        <>
          {t(refused ? 'shell.problems' : 'shell.warnings')} ·{' '}
          <button type="button" className="shell-text-button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(refused ? 'shell.problemsCount' : 'shell.warningsCount', count)}
          </button>
        </>
      }
      description={open ? <pre className="shell-problems">{listed.join('\n\n')}</pre> : undefined}
    />
  )
}
