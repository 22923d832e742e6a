// The columns of a report: dimensions, and measures that lead to the records behind them.
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { pathOf } from '../../../manifest/access/screenByPath'
import type { Field } from '../../../manifest/model/field'
import type { Measure } from '../../../manifest/model/report'
import type { Value } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import type { ReportAnswer } from '../../../protocol/reportCalls'
import { useFormat, useSession, useTranslator } from '../../../client/context/clientContext'
import type { TableColumn } from '../../table/tableColumn'
import { useRenderContext } from '../../values/renderContext'
import { emptyMark, textOfValue } from '../../values/renderValue'
import { textWidth } from '../../values/textWidth'
import { drillAddress, groupFilters } from '../../../client/navigation/drillDown'
import { figureText, type FigurePlace } from './measureText'
import type { ReportSettings } from './useReportSettings'
import styles from './report.module.css'

type Groups = ReportAnswer['rows'][number]['groups']
export type ReportRow = ReportAnswer['rows'][number] & { readonly id: number }

/** `totalOf`: the total of a measure as a link to all its records; `groupText`: a value of a dimension as text. */
export function useReportColumns(screen: ScreenAnswer, settings: ReportSettings, measures: readonly Measure[]) {
  const { pick, language } = useTranslator()
  const groupText = useGroupText(screen)
  const routes = useSession((state) => state.boot?.routes)
  const openerOf = useDrillDown(screen, settings)
  const { groups, period, filters } = settings
  const columns = useMemo(
    (): TableColumn<ReportRow>[] => [
      ...groups.map((field): TableColumn<ReportRow> => ({
        key: field.name,
        title: pick(field.title),
        width: 120,
        grows: true,
        render: (row) => groupText(field, row.groups[field.name]) || emptyMark,
      })),
      ...measures.map((measure): TableColumn<ReportRow> => ({
        key: measure.name,
        title: pick(measure.title),
        ...(measure.help && { help: pick(measure.help) }),
        width: Math.max(measure.type === 'money' ? 104 : 80, textWidth(pick(measure.title)) + 26),
        align: 'right',
        render: (row) => (
          <Amount measure={measure} value={row.measures[measure.name]} open={openerOf(measure, row.groups)} />
        ),
      })),
    ],
    // The other dependencies: language, period and routes all change the columns.
    [groups, measures, language, period?.from, period?.to, routes, filters],
  )
  const totalOf = (measure: Measure, totals: ReportAnswer['totals'], figurePlace: FigurePlace) => (
    <Amount measure={measure} value={totals[measure.name]} open={openerOf(measure, {})} figurePlace={figurePlace} />
  )
  return { columns, totalOf, groupText }
}

export function useGroupText(screen: ScreenAnswer): (field: Field, value: Value | undefined) => string {
  const { t } = useTranslator()
  const context = useRenderContext(screen)
  return ({ name, type, dictionary, entity }, value) =>
    // An empty value is also a group.
    value === null ? t('form.unassigned') : textOfValue({ field: name, type, dictionary, entity }, value, context)
}

/** Opens the records behind a number; undefined if its measure has no list that the user may open. */
function useDrillDown(screen: ScreenAnswer, { period, filters }: ReportSettings) {
  const navigate = useNavigate()
  const routes = useSession((state) => state.boot?.routes)
  return ({ name, drillDown }: Measure, of: Groups): (() => void) | undefined => {
    if (drillDown === undefined || !routes?.[pathOf(drillDown)]) return undefined
    const counted = {
      screen: screen.screen.path,
      number: name,
      ...period,
      filters: [...filters, ...groupFilters(of)],
    }
    return () => void navigate(drillAddress(drillDown, counted))
  }
}

interface AmountProps {
  readonly measure: Measure
  readonly value: string | null | undefined
  readonly open: (() => void) | undefined
  readonly figurePlace?: FigurePlace
}

function Amount({ measure, value, open, figurePlace = 'table' }: AmountProps) {
  const { t } = useTranslator()
  const format = useFormat()
  const text = figureText(measure, value, format, figurePlace)
  if (text === '') return emptyMark
  if (!open || value === '0') return <span className={styles.number}>{text}</span>
  return (
    <button type="button" className={`${styles.drill} ${styles.number}`} title={t('form.openRecords')} onClick={open}>
      {text}
    </button>
  )
}
