// The charts of a report outside its screen, for its initial period and dimension.
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Report } from '../../../manifest/model/report'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useReport } from '../../../client/data/queries'
import { useTranslator } from '../../../client/context/clientContext'
import { BlockState } from '../common/BlockState'
import { chartLabels, entitiesOf, maxCharted } from './charted'
import { firstPreset } from './period'
import ReportCharts from './ReportCharts'
import { useGroupText } from './useReportColumns'
import { usualSettings } from './useReportSettings'
import parts from '../common/block.module.css'
import styles from './report.module.css'
import { useToday } from '../../controls/hooks/useNow'

interface ReportCardProps {
  readonly screen: ScreenAnswer
  readonly report: Report
  /** Draws the card around its content; null: nothing to show. */
  readonly frame: (content: ReactNode) => ReactNode
}

/** Draws into `frame`, which is also called while the figures load. Too many rows give a sentence instead of charts. */
export default function ReportCard({ screen, report, frame }: ReportCardProps) {
  const { t, pick } = useTranslator()
  const groupText = useGroupText(screen)
  const { path, title } = screen.screen
  const entities = useMemo(() => entitiesOf(report), [report])
  const today = useToday()
  const { period, group, groups } = usualSettings(report, today)
  const { data, error, refetch } = useReport(
    { screen: path, ...period, ...(group !== undefined && { group }) },
    entities,
  )
  if (!data) return frame(<BlockState error={error} retry={() => void refetch()} rows={9} />)
  const rows = data.rows.map((row, id) => ({ ...row, id }))
  const measures = report.measures.filter(({ hidden }) => !hidden)
  return frame(
    <>
      <p className={styles.cardNote}>
        {report.period ? t(`form.${firstPreset(report.period)}`) : null}
        <Link to={path}>{t('form.more')}</Link>
      </p>
      {rows.length > 0 && rows.length <= maxCharted ? (
        <ReportCharts
          title={pick(title)}
          charts={report.charts}
          measures={measures}
          rows={rows}
          today={today}
          labelled={chartLabels(rows, groups, groupText)}
        />
      ) : (
        <p className={parts.state}>{t(rows.length > 0 ? 'form.notEverything' : 'form.noFigures')}</p>
      )}
    </>,
  )
}
