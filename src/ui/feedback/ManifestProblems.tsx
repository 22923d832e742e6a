// Shows administrators problems of refused manifests, warnings of live ones, and waiting changes.
// With problems the previous version stays in use; warnings can be closed.
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useSession, useTranslator } from '../../client/context/clientContext'

/** Draws up to two banners, and none without problems, warnings or changes. */
export default function ManifestProblems({ open }: { readonly open: (path: string) => void }) {
  return (
    <>
      <Problems open={open} />
      <WaitingChanges open={open} />
    </>
  )
}

/** The codes of printed problems, each once: `file:line:column  error code`. */
const codesIn = (problems: readonly string[]): string[] => [
  ...new Set(problems.flatMap((text) => /^.*:\d+:\d+ {2}\S+ ([\w-]+)$/m.exec(text)?.[1] ?? [])),
]

function Problems({ open }: { readonly open: (path: string) => void }) {
  const problems = useSession((state) => state.problems)
  const warnings = useSession((state) => state.warnings)
  const manual = useSession((state) => state.boot?.manualScreen)
  const { t, pick } = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const refused = problems.length > 0
  const listed = (refused ? problems : warnings).map(pick)
  if (listed.length === 0) return null
  const count = { count: listed.length }
  return (
    <Alert
      banner
      key={refused ? 'problems' : listed.join()}
      type={refused ? 'error' : 'warning'}
      closable={!refused && { 'aria-label': t('shell.closeThis') }}
      message={
        <>
          {t(refused ? 'shell.problems' : 'shell.warnings')} ·{' '}
          <button type="button" className="shell-text-button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t(refused ? 'shell.problemsCount' : 'shell.warningsCount', count)}
          </button>
        </>
      }
      description={
        isOpen ? (
          <>
            <pre className="shell-problems">{listed.join('\n\n')}</pre>
            {manual === undefined
              ? null
              : codesIn(listed).map((code) => (
                  <Button key={code} size="small" type="link" onClick={() => open(`${manual}?v.entry=${code}`)}>
                    {t('manual.open', { title: code })}
                  </Button>
                ))}
          </>
        ) : undefined
      }
    />
  )
}

function WaitingChanges({ open }: { readonly open: (path: string) => void }) {
  const waiting = useSession((state) => state.waitingChanges)
  const { t } = useTranslator()
  if (!waiting || waiting.count === 0) return null
  return (
    <Alert
      banner
      type="info"
      message={t('shell.waitingChanges', { count: waiting.count })}
      action={
        <Button size="small" type="primary" onClick={() => open(waiting.screen)}>
          {t('shell.lookAtChanges')}
        </Button>
      }
    />
  )
}
