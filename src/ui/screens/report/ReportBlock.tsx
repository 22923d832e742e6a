// A screen of kind report: rows by dimension with their measures, totals and a chart.
// The address holds the period and the dimension; a number leads to the records behind it if its measure has a
// drill-down.
import { Button, Segmented } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import type { Measure, Report } from '../../../manifest/model/report'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import type { ReportAnswer } from '../../../protocol/reportCalls'
import { usePreference } from '../../../client/context/preferences'
import { useReport } from '../../../client/data/queries'
import { useTranslator } from '../../../client/context/clientContext'
import { DataTable } from '../../table/DataTable'
import { BlockHead } from '../common/BlockHead'
import { BlockSearch } from '../common/BlockSearch'
import { BlockState } from '../common/BlockState'
import { ExportButton } from '../../actions/ExportButton'
import { ScreenActions } from '../../actions/ScreenActions'
import { chartLabels, entitiesOf, maxCharted } from './charted'
import { ComparedTotals } from './ComparedTotals'
import type { FigurePlace } from './measureText'
import { PeriodPicker } from './PeriodPicker'
import { useReportColumns, type ReportRow } from './useReportColumns'
import { useReportSettings, type ReportSettings } from './useReportSettings'
import parts from '../common/block.module.css'
import styles from './report.module.css'

const loadCharts = () => import('./ReportCharts')
const ReportCharts = lazy(loadCharts)

/** Draws the rows, faded while others load. @throws Error when the screen declares no report */
export default function ReportBlock({ screen }: { screen: ScreenAnswer }) {
  const { report, path, export: isExported } = screen.screen
  if (!report) throw new Error(`The screen ${path} is no report.`)
  const { pick } = useTranslator()
  const settings = useReportSettings(screen, report)
  const { filters, setFilters, request } = settings
  const entities = useMemo(() => entitiesOf(report), [report])
  const { data, error, refetch, isFetching, isPlaceholderData } = useReport(request, entities)
  // Until new numbers arrive, the previous ones keep their columns, labels and links.
  const answered = useRef(settings)
  if (!isPlaceholderData) answered.current = settings
  const [charted = true, keepCharted] = usePreference<boolean>(`chart ${path}`)
  const draws = charted && report.charts.length > 0
  useEffect(() => {
    if (draws) void loadCharts()
  }, [draws])
  const chartable = report.charts.length > 0 && data && data.rows.length > 0 && data.rows.length <= maxCharted
  return (
    <div className={parts.block}>
      <BlockHead screen={screen}>
        {isExported ? <ExportButton request={request} title={pick(screen.screen.title)} /> : null}
        <ScreenActions screen={screen} />
      </BlockHead>
      <div className={parts.panel} aria-busy={isFetching}>
        <BlockSearch screen={screen} filters={filters} onChange={setFilters} />
        <div className={parts.bar}>
          <ReportChoices report={report} settings={settings} />
          <span className={parts.grow} />
          {chartable ? <ChartSwitch charted={charted} keep={keepCharted} /> : null}
        </div>
        {!data ? (
          <BlockState error={error} retry={() => void refetch()} rows={9} />
        ) : (
          <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
            <Suspense fallback={<BlockState error={null} retry={() => void refetch()} rows={9} />}>
              <ReportBody
                screen={screen}
                report={report}
                settings={answered.current}
                data={data}
                charted={Boolean(chartable && charted)}
              />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

/** The choice of period and dimension, if the report has them. */
function ReportChoices({ report, settings }: { report: Report; settings: ReportSettings }) {
  const { t, pick } = useTranslator()
  const { period, setPeriod, today, group, setGroup } = settings
  const dimensions = Object.entries(report.dimensions)
  return (
    <>
      {period ? <PeriodPicker period={period} today={today} onChange={setPeriod} /> : null}
      {report.chooseDimension && dimensions.length > 1 ? (
        <Segmented
          className={styles.groups}
          value={group}
          aria-label={t('form.groupBy')}
          onChange={setGroup}
          options={dimensions.map(([name, { title }]) => ({ value: name, label: pick(title) }))}
        />
      ) : null}
    </>
  )
}

/** null is the default: the chart is visible. */
function ChartSwitch({ charted, keep }: { charted: boolean; keep: (charted: false | null) => void }) {
  const { t } = useTranslator()
  return (
    <Button onClick={() => keep(charted ? false : null)}>{t(charted ? 'form.hideChart' : 'form.showChart')}</Button>
  )
}

interface ReportBodyProps {
  readonly screen: ScreenAnswer
  readonly report: Report
  readonly settings: ReportSettings
  readonly data: ReportAnswer
  readonly charted: boolean
}

/** The numbers: compared totals, the chart and the table. */
function ReportBody({ screen, report, settings, data, charted }: ReportBodyProps) {
  const { t, pick } = useTranslator()
  const title = pick(screen.screen.title)
  const measures = useMemo(() => report.measures.filter(({ hidden }) => !hidden), [report])
  const rows = useMemo(() => data.rows.map((row, id): ReportRow => ({ ...row, id })), [data])
  const { columns, totalOf, groupText } = useReportColumns(screen, settings, measures)
  const amountOf = (measure: Measure, figurePlace: FigurePlace) => totalOf(measure, data.totals, figurePlace)
  const labels = chartLabels(rows, settings.groups, groupText)
  const withheld = report.measures.filter(({ name }) => data.withheld?.includes(name))
  return (
    <>
      {withheld.length > 0 ? (
        <p className={styles.notice} role="note">
          {t('form.withheldFigures', { measures: withheld.map((measure) => pick(measure.title)).join(' · ') })}
        </p>
      ) : null}
      {data.before ? (
        <ComparedTotals
          measures={measures}
          totals={data.totals}
          before={data.before}
          amountOf={(measure) => amountOf(measure, 'alone')}
        />
      ) : null}
      {charted ? (
        <ReportCharts
          title={title}
          charts={report.charts}
          measures={measures}
          rows={rows}
          today={settings.today}
          labelled={labels}
        />
      ) : null}
      {rows.length === 0 ? (
        <p className={parts.state}>{t('form.noFigures')}</p>
      ) : (
        <div className={styles.table}>
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            sums={Object.fromEntries(
              measures.filter(({ total }) => total).map((measure) => [measure.name, amountOf(measure, 'table')]),
            )}
            sumTitle={t('form.total')}
          />
        </div>
      )}
      {data.more ? <p className={styles.notice}>{t('form.notEverything')}</p> : null}
    </>
  )
}
