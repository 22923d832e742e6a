// Shows an administrator that the last change of the manifests was invalid, with every problem.
// The previous version stays in use.
import { Alert } from 'antd'
import { useState } from 'react'
import { useSession, useTranslator } from '../../client/context/clientContext'

export default function ManifestProblems() {
  const problems = useSession((state) => state.problems)
  const { t } = useTranslator()
  const [open, setOpen] = useState(false)
  if (problems.length === 0) return null
  return (
    <Alert
      banner
      type="error"
      message={
        <>
          {t('shell.problems')} ·{' '}
          <button type="button" className="shell-text-button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('shell.problemsCount', { count: problems.length })}
          </button>
        </>
      }
      description={open ? <pre className="shell-problems">{problems.join('\n\n')}</pre> : undefined}
    />
  )
}
