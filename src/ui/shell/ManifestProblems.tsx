// What does an administrator see whose last change of the manifests was not sound? That the former version stays in use, and every problem.
import { Alert } from 'antd'
import { useState } from 'react'
import { useSession, useWords } from '../../runtime/runtime'

export default function ManifestProblems() {
  const problems = useSession((state) => state.problems)
  const { t } = useWords()
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
