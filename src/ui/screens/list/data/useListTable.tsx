// The columns of a list's table: the visible ones and the actions of each row.
import { useCallback, useMemo } from 'react'
import type { PrintedDocument } from '../../../../manifest/model/document'
import type { RecordData } from '../../../../protocol/calls'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { useActions } from '../../../../client/data/sendTransition'
import { CallError } from '../../../../client/feedback/callError'
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import { actionsKey, type TableColumn } from '../../../table/tableColumn'
import type { RenderContext } from '../../../values/renderContext'
import { textScale } from '../../../values/textWidth'
import { useNarrow } from '../../../controls/hooks/useMedia'
import { actionsOf } from '../../../actions/availableActions'
import { actionsWidth, RowActions, type RowActionsOptions } from '../../../actions/RowActions'
import { tableColumns } from '../../../table/tableColumns'
import type { ListAddress } from './useListAddress'
import type { ListColumns } from './useListColumns'
import type { ListData } from './useListData'
import type { ListDialogs } from './useListDialogs'
import type { ListDocuments } from './useListDocuments'
import { useWidestTexts } from './useWidestTexts'

/** The inputs of a list's table and rows. */
export interface ListBasis {
  readonly answer: ScreenAnswer
  readonly context: RenderContext
  readonly address: ListAddress
  readonly columns: ListColumns
  readonly data: ListData
  readonly dialogs: ListDialogs
  readonly documents: ListDocuments
}

export interface ListTable {
  readonly columns: readonly TableColumn<RecordData>[]
  /** The column of actions; absent if no row has any. */
  readonly actions: string | undefined
  readonly hasActions: (row: RecordData) => boolean
}

/** Widths are in pixels for the user's text size, and follow the widest texts of the rows that were read. */
export function useListTable({
  answer,
  context,
  address: { open },
  columns,
  data,
  dialogs,
  documents,
}: ListBasis): ListTable {
  const entity = answer.screen.entity ?? ''
  const { t } = useTranslator()
  const scale = textScale[useSession((state) => state.size)]
  const rowActions = useRowActions(answer, dialogs, documents)
  const hasActions = useCallback(
    (row: RecordData) =>
      actionsOf(row, rowActions.actions, entity, rowActions.entities).length +
        (rowActions.documentsOf?.(row).length ?? 0) >
      0,
    [rowActions],
  )
  const acting = data.rows
    ? data.rows.some(hasActions)
    : answer.screen.actions.some(({ place }) => place === 'row') || answer.screen.printActions.length > 0
  const [width, tight] = useMemo(() => {
    const compact = { ...rowActions, compact: true }
    const widthFor = (options: RowActionsOptions) => Math.ceil(actionsWidth(data.rows ?? [], options) * scale)
    const render = (row: RecordData) => <RowActions row={row} options={compact} />
    return [widthFor(rowActions), { width: widthFor(compact), render }]
  }, [data.rows, rowActions, scale])
  const { shown, opens } = columns
  const byName = useWidestTexts(shown, data, context, entity)
  const table = useMemo(() => {
    const created = tableColumns(shown, {
      context,
      entity: entity,
      opens,
      seen: byName,
      scale,
      open: (row) => open(entity, row.id),
    })
    if (!acting) return created
    return [
      ...created,
      {
        key: actionsKey,
        title: t('list.operations'),
        width,
        tight,
        pin: 'right' as const,
        render: (row: RecordData) => <RowActions row={row} options={rowActions} />,
      },
    ]
  }, [shown, context, entity, opens, byName, scale, open, acting, width, tight, rowActions, t])
  return { columns: table, actions: acting ? actionsKey : undefined, hasActions }
}

function useRowActions(
  { screen, entities }: ScreenAnswer,
  { run, setMenu, setPrinting }: ListDialogs,
  documents: ListDocuments,
): RowActionsOptions {
  const translator = useTranslator()
  const entity = screen.entity ?? ''
  const runOrAsk = useRunOrAsk(entity, entities, run)
  // On phones the rows are cards, which have room for all of them.
  const isCards = useNarrow(640)
  const compact = useNarrow(1200) && !isCards
  const rowActions = useMemo(() => screen.actions.filter((action) => action.place === 'row'), [screen.actions])
  return useMemo(
    () => ({
      entity,
      entities,
      actions: rowActions,
      documentsOf: (row: RecordData) => documents.all.filter((document) => documents.isOffered(document, row)),
      print: ({ name, language }: PrintedDocument, { id }: RecordData) =>
        setPrinting({ entity, id, document: name, language }),
      run: runOrAsk,
      openMenu: setMenu,
      translator,
      compact,
    }),
    [rowActions, entity, entities, documents, runOrAsk, setMenu, setPrinting, translator, compact],
  )
}

/** Runs the `onOpen` transition by one click, without a confirmation. */
function useRunOrAsk(
  entity: string,
  entities: ScreenAnswer['entities'],
  openDialog: ListDialogs['run'],
): ListDialogs['run'] {
  const actions = useActions()
  const opening = entities[entity]?.detail.onOpen
  return useCallback(
    (action, row, of = entity) => {
      const isAsked = of !== entity || opening?.entity !== entity || opening.reference !== undefined
      if (isAsked || action.entity !== entity || action.transition !== opening.transition)
        return openDialog(action, row, of)
      const request = { entity, transition: action.transition, id: row.id, version: row.version }
      // The refusal was shown already.
      actions.run(request).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
      })
    },
    [actions, openDialog, entity, opening],
  )
}
