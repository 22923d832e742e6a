// A list, or a saved view of it, as a card: the first records with their next step.
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { useList } from '../../../../client/data/queries'
import { useFormat, useTranslator } from '../../../../client/context/clientContext'
import { shownEntities } from '../../../rules/entitiesShown'
import { inDisplayOrder, ownColumns } from '../../../table/columnSettings'
import { openingColumn } from '../../../table/tableColumns'
import { BlockState } from '../../common/BlockState'
import { matchOf, orderOf, searchedColumns } from '../../common/listRequest'
import { standardAddress, stateOf, viewAddress, type SavedView } from '../../common/savedViews'
import { useViewOfCard } from '../arranging/offeredLists'
import type { Card } from '../arranging/arrangement'
import { ActionableRecords } from '../latest/DueRecords'
import { previewColumns } from '../latest/previewColumns'
import styles from '../dashboard.module.css'

/** Maximum records of a card. */
export const shownRecords = 5

interface ListCardProps {
  readonly card: Card
  readonly answer: ScreenAnswer
  readonly frame: (content: ReactNode, head: ReactNode) => ReactNode
}

/** Draws the frame with a link to the list and the number of its records, also while they load. */
export function ListCard({ card, answer, frame }: ListCardProps) {
  const { t, pick } = useTranslator()
  const format = useFormat()
  const view = useViewOfCard(card)
  const { entity = '', actions } = answer.screen
  const columns = useMemo(() => columnsOf(answer, view), [answer, view])
  const { data, error, refetch } = useList(
    {
      ...requestOf(answer, view),
      size: shownRecords,
      columns: columns.map(({ field }) => field),
      want: { rows: true, total: 'capped' },
    },
    shownEntities(answer),
  )
  const { rows, total } = data ?? {}
  const head = (
    <Link to={view ? viewAddress(view) : standardAddress(card.screen)} className={styles.headLink}>
      <span>{pick(card.title)}</span>
      {total && <b>{`${format.number(total.count)}${total.more ? '+' : ''}`}</b>}
    </Link>
  )
  if (!rows) return frame(<BlockState error={error} retry={() => void refetch()} rows={shownRecords} />, head)
  if (rows.length === 0) return frame(<p className={styles.calm}>{t('form.nothingYet')}</p>, head)
  return frame(<ActionableRecords block={{ entity, columns, actions }} groups={[{ rows }]} screen={answer} />, head)
}

function requestOf({ screen }: ScreenAnswer, view: SavedView | undefined) {
  if (!view) return { screen: screen.path }
  const { state } = stateOf(view, searchedColumns(screen))
  return { ...matchOf(screen, state), ...orderOf(state.sorts) }
}

/** The column that names the record, then the first facts of the view. */
function columnsOf({ screen, entities }: ScreenAnswer, view: SavedView | undefined) {
  const columns = inDisplayOrder(ownColumns(screen.columns, view?.choice.columns))
  const name = columns.find(({ field }) => field === openingColumn(columns, entities[screen.entity ?? '']))
  return previewColumns(name ? [name, ...columns.filter((column) => column !== name)] : columns)
}
