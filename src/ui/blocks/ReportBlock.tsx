// A screen of kind report: rows by group with their measures, totals below, a chart above. The span and the group stand in the address;
// a number leads to the records behind it where the manifest says where they are.
import { Button, Segmented } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Field, Measure } from '../../manifest/app'
import type { ReportAnswer, ScreenAnswer, Value } from '../../protocol/calls'
import { useViewQuery } from '../../runtime/location'
import { usePreference } from '../../runtime/preferences'
import { useReport } from '../../runtime/records'
import { useFormat, useSession, useWords } from '../../runtime/runtime'
import { DataTable, type TableColumn } from '../table/DataTable'
import { useScene } from '../values/scene'
import { nothing, textOfValue } from '../values/value'
import { BlockHead } from './parts/BlockHead'
import { BlockSearch, useBlockFilters } from './parts/BlockSearch'
import { BlockState } from './parts/BlockState'
import { ExportButton } from './list/ExportButton'
import { textWidth } from './list/listColumns'
import { ScreenActions } from './parts/ScreenActions'
import { ComparedTotals } from './report/ComparedTotals'
import { drillAddress, groupFilters } from './report/drill'
import { figureText } from './report/figureText'
import { firstPreset, presetPeriod, readPeriod, type Period } from './report/period'
import { PeriodPicker } from './report/PeriodPicker'
import parts from './parts/parts.module.css'
import styles from './report/report.module.css'

const ReportCharts = lazy(() => import('./report/ReportCharts'))

type Row = ReportAnswer['rows'][number] & { readonly id: number }

/** Rows that a chart can still show apart. */
const mostCharted = 40

export default function ReportBlock({ screen }: { screen: ScreenAnswer }) {
  const { screen: manifest } = screen
  const { report } = manifest
  const { t, pick, language } = useWords()
  const format = useFormat()
  const scene = useScene(screen)
  const navigate = useNavigate()
  const routes = useSession((state) => state.boot?.routes)
  const [params, change] = useViewQuery()
  const [charted = true, keepCharted] = usePreference<boolean>(`chart ${manifest.path}`)
  const [filters, setFilters] = useBlockFilters(screen)
  const today = format.day(new Date())
  if (!report) throw new Error(`The screen ${manifest.path} is no report.`)

  const period = report.period
    ? (readPeriod(params.get('v.from'), params.get('v.to')) ?? presetPeriod(firstPreset(report.period), today))
    : undefined
  const names = Object.keys(report.groups)
  const group = report.choose ? (names.find((name) => name === params.get('v.group')) ?? names[0]) : undefined
  const groups = useMemo(
    () => (group === undefined ? Object.values(report.groups) : [report.groups[group]!]),
    [report, group],
  )
  const entities = useMemo(
    () => [...new Set(report.measures.flatMap((measure) => measure.aggregate?.entity ?? []))],
    [report],
  )
  const asked = {
    screen: manifest.path,
    ...(period ? { from: period.from, to: period.to } : {}),
    ...(group === undefined ? {} : { group }),
    filters,
  }
  const { data, error, refetch, isFetching, isPlaceholderData } = useReport(asked, entities)

  const shown = useMemo(() => report.measures.filter(({ hidden }) => !hidden), [report])
  const groupText = (field: Field, value: Value | undefined): string =>
    textOfValue(
      { field: field.name, type: field.type, dictionary: field.dictionary, entity: field.entity },
      value,
      scene,
    )
  const rows = useMemo(() => data?.rows.map((row, id): Row => ({ ...row, id })), [data])
  const columns = useMemo(
    (): TableColumn<Row>[] => [
      ...groups.map((field): TableColumn<Row> => ({
        key: field.name,
        title: pick(field.title),
        width: 120,
        grows: true,
        render: (row) => groupText(field, row.groups[field.name]) || nothing,
      })),
      ...shown.map((measure): TableColumn<Row> => ({
        key: measure.name,
        title: pick(measure.title),
        width: Math.max(measure.type === 'money' ? 104 : 80, textWidth(pick(measure.title)) + 26),
        align: 'right',
        render: (row) => (
          <Amount measure={measure} value={row.measures[measure.name]} open={opener(measure, row.groups)} />
        ),
      })),
      // The rest is of this render: language, span and routes all change what the columns do.
    ],
    [groups, report, language, period?.from, period?.to, routes, filters],
  )

  function opener(measure: Measure, of: Row['groups']): (() => void) | undefined {
    const { open } = measure
    if (open === undefined || !routes?.[open]) return undefined
    return () =>
      void navigate(
        drillAddress(open, {
          screen: manifest.path,
          number: measure.name,
          ...period,
          filters: [...filters, ...groupFilters(of)],
        }),
      )
  }
  const totalOf = (measure: Measure, totals: ReportAnswer['totals']) => (
    <Amount measure={measure} value={totals[measure.name]} open={opener(measure, {})} />
  )
  const setPeriod = (next: Period): void =>
    change((query) => {
      query.set('v.from', next.from)
      query.set('v.to', next.to)
    })
  // A group that is the same in every row only takes room below the chart.
  const apart = groups.filter((field) => new Set(rows?.map((row) => groupText(field, row.groups[field.name]))).size > 1)
  const telling = apart.length > 0 ? apart : groups.slice(-1)
  const chartable = Boolean(report.charts.length > 0 && rows && rows.length > 0 && rows.length <= mostCharted)

  return (
    <div className={parts.block}>
      <BlockHead screen={screen}>
        {manifest.export ? <ExportButton request={asked} /> : null}
        <ScreenActions screen={screen} />
      </BlockHead>
      <div className={parts.panel} aria-busy={isFetching}>
        <BlockSearch screen={screen} filters={filters} onChange={setFilters} />
        <div className={parts.bar}>
          {period ? <PeriodPicker period={period} today={today} onChange={setPeriod} /> : null}
          {report.choose && names.length > 1 ? (
            <Segmented
              className={styles.groups}
              value={group}
              aria-label={t('form.groupBy')}
              onChange={(next) => change((query) => query.set('v.group', next))}
              options={names.map((name) => ({ value: name, label: pick(report.groups[name]!.title) }))}
            />
          ) : null}
          <span className={parts.grow} />
          {chartable ? (
            <Button onClick={() => keepCharted(charted ? false : null)}>
              {t(charted ? 'form.hideChart' : 'form.showChart')}
            </Button>
          ) : null}
        </div>
        {!data ? (
          <BlockState error={error} retry={() => void refetch()} rows={9} />
        ) : (
          <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
            {data.before ? (
              <ComparedTotals
                measures={shown}
                totals={data.totals}
                before={data.before}
                amountOf={(measure) => totalOf(measure, data.totals)}
              />
            ) : null}
            {rows && chartable && charted ? (
              <Suspense fallback={<div style={{ height: 308 }} />}>
                <ReportCharts
                  title={pick(manifest.title)}
                  charts={report.charts}
                  measures={shown}
                  rows={rows}
                  labelsBy={(by) =>
                    rows.map((row) =>
                      (by === undefined ? telling : groups.filter(({ name }) => name === by))
                        .map((field) => groupText(field, row.groups[field.name]) || '-')
                        .join(' · '),
                    )
                  }
                />
              </Suspense>
            ) : null}
            {rows?.length === 0 ? (
              <p className={parts.state}>{t('form.noFigures')}</p>
            ) : (
              <div className={styles.table}>
                <DataTable
                  label={pick(manifest.title)}
                  columns={columns}
                  rows={rows}
                  sums={Object.fromEntries(
                    shown
                      .filter((measure) => measure.total)
                      .map((measure) => [measure.name, totalOf(measure, data.totals)]),
                  )}
                  sumTitle={t('form.total')}
                />
              </div>
            )}
            {data.more ? <p className={styles.notice}>{t('form.notEverything')}</p> : null}
          </div>
        )}
      </div>
    </div>
  )
}

function Amount({ measure, value, open }: { measure: Measure; value: string | null | undefined; open?: () => void }) {
  const { t } = useWords()
  const format = useFormat()
  const text = figureText(measure, value, format)
  if (text === '') return nothing
  if (!open || value === '0') return <span className={styles.number}>{text}</span>
  return (
    <button type="button" className={`${styles.drill} ${styles.number}`} title={t('form.openRecords')} onClick={open}>
      {text}
    </button>
  )
}
