// The jobs of the manifests with their intervals and last runs, and a button that runs each now.
import { Button } from 'antd'
import { useState } from 'react'
import type { DeclaredJob, JobsAnswer, RunJobAnswer } from '../../../../protocol/records/jobCalls'
import { useFormat, useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { useRead } from '../../../../client/data/queries'
import type { Translator } from '../../../../client/text/translate'
import { useBusyCall } from '../../../controls/hooks/useBusyCall'
import { BatchOutcome } from '../../../form/dialogs/batch/BatchOutcome'
import { BlockState } from '../../common/BlockState'
import styles from './jobs.module.css'

const request = {}

/** Draws a row for each job. */
export default function JobsPart() {
  const { t } = useTranslator()
  const { data, error, refetch } = useRead<JobsAnswer>('/api/jobs', request, { entities: [] })
  if (!data) return <BlockState error={error} retry={() => void refetch()} rows={6} />
  if (data.jobs.length === 0) return <p role="status">{t('jobs.none')}</p>
  return (
    <ul className={styles.jobs}>
      {data.jobs.map((job) => (
        <JobRow key={job.name} job={job} onRun={() => void refetch()} />
      ))}
    </ul>
  )
}

function JobRow({ job, onRun }: { readonly job: DeclaredJob; readonly onRun: () => void }) {
  const { client, notifications } = useRuntime()
  const { t, pick } = useTranslator()
  const { relative } = useFormat()
  const { busy, runCall } = useBusyCall()
  const [refused, setRefused] = useState<RunJobAnswer | null>(null)
  const title = t('jobs.title', { entity: pick(job.entity), transition: pick(job.transition) })
  const run = async () => {
    const sure = await notifications.confirm({
      title: t('jobs.ask', { title }),
      text: t('jobs.consequence'),
      ok: t('jobs.run'),
      cancel: t('form.cancel'),
    })
    if (!sure) return
    const answer = await client.post<RunJobAnswer>('/api/jobs/run', { name: job.name })
    setRefused(answer.refused.length > 0 ? answer : null)
    const done = t('jobs.done', { count: answer.done })
    notifications.say('success', answer.more ? `${done} ${t('jobs.more')}` : done)
    onRun()
  }
  return (
    <li>
      <div>
        <span>
          {title}
          <small>
            {intervalText(job, t)} ·{' '}
            {job.lastRun === null ? t('jobs.never') : t('jobs.last', { at: relative(job.lastRun) })}
          </small>
        </span>
        <Button size="small" loading={busy} aria-label={`${t('jobs.run')} ${title}`} onClick={() => void runCall(run)}>
          {t('jobs.run')}
        </Button>
      </div>
      <BatchOutcome preview={null} result={refused} />
    </li>
  )
}

const secondsPerMinute = 60
const secondsPerHour = 3_600

/** In the largest unit of which the interval is a whole number. */
function intervalText({ everySeconds }: DeclaredJob, t: Translator['t']): string {
  if (everySeconds % secondsPerHour === 0) return t('jobs.everyHours', { count: everySeconds / secondsPerHour })
  if (everySeconds % secondsPerMinute === 0) return t('jobs.everyMinutes', { count: everySeconds / secondsPerMinute })
  return t('jobs.everySeconds', { count: everySeconds })
}
