// The toolbar of a list: title, quick search, refresh, columns, export and creating actions.
import Input, { type InputRef } from 'antd/es/input/Input'
import { lazy, useRef, type ReactNode } from 'react'
import { searchedReferences } from '../../../../manifest/access/searchedReferences'
import type { Screen } from '../../../../manifest/model/screen'
import type { Text } from '../../../../manifest/model/text'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import type { ListState } from '../../../../client/navigation/urlState'
import { useTranslator } from '../../../../client/context/clientContext'
import { Icon } from '../../../controls/icons'
import { IconButton } from '../../../controls/IconButton'
import { useShortcuts } from '../../../controls/hooks/useShortcuts'
import { IconPopover } from '../../../controls/menu/IconPopover'
import { usePendingInput } from '../../../filters/usePendingInput'
import { ExportButton } from '../../../actions/ExportButton'
import { ExchangeButton } from '../../../exchange/ExchangeButton'
import { MoreListsTabs } from './MoreListsTabs'
import { ViewsButton } from '../views/ViewsButton'
import type { ListViews } from '../views/useListViews'
import type { ListColumns } from '../data/useListColumns'
import type { ListData } from '../data/useListData'
import { ViewSwitch } from '../../common/ViewSwitch'

const ColumnSettings = lazy(() => import('./ColumnSettings'))

interface ListBarProps {
  readonly screen: Screen
  /** The screen around the list. */
  readonly of: ScreenAnswer
  readonly entities: ScreenAnswer['entities']
  readonly data: ListData
  readonly state: ListState
  readonly onWords: (searchText: string) => void
  readonly columns: ListColumns
  /** The choice of grouping and density, where rows are shown. */
  readonly shape: ReactNode
  readonly views: ListViews
  /** The button of the filter panel. */
  readonly filter: ReactNode
  readonly actions: ReactNode
}

const searchDelayMs = 400
const trimmed = (searchText: string) => searchText.trim()

/** Draws the bar; `of` is the whole screen, `screen` the list of it that is open. */
export function ListToolbar({
  screen,
  of,
  entities,
  data,
  state,
  onWords,
  columns,
  shape,
  views,
  filter,
  actions,
}: ListBarProps) {
  const { t, pick } = useTranslator()
  return (
    <header className="list-bar">
      <h1>
        {pick(of.screen.title)}
        {data.updating && <i className="list-updating" role="status" aria-label={t('list.updating')} />}
      </h1>
      {of.screen.moreLists.length > 0 && <MoreListsTabs of={of} />}
      <ViewSwitch screen={screen} />
      <QuickWords
        searchText={state.words}
        onWords={onWords}
        hint={t('list.wordsHint', { names: namesOf(screen, entities).map(pick).join(t('list.wordsBetween')) })}
      />
      <div className="list-tools">
        <ViewsButton views={views} />
        {filter}
        <IconButton icon="refresh" label={t('list.refresh')} onClick={data.refresh} />
        <IconPopover icon="columns" label={t('list.columns')}>
          <ColumnSettings columns={columns.all} onChange={columns.keep} onReset={columns.reset}>
            {shape}
          </ColumnSettings>
        </IconPopover>
        {screen.exchange && <ExchangeButton screen={screen} request={data.request} />}
        {screen.export && (
          <ExportButton
            request={{ ...data.request, ...exportedGroups(data), columns: columns.fields }}
            title={pick(screen.title)}
          />
        )}
        {actions}
      </div>
    </header>
  )
}

/** An exported file has the rows of folded groups as well. */
function exportedGroups({ groupBy }: ListData) {
  return groupBy ? { groupBy: { ...groupBy, folded: [] } } : {}
}

/** The searched fields: number, label, hint, mobiles and references that the user may read. */
function namesOf(screen: Screen, entities: ScreenAnswer['entities']): Text[] {
  const entity = entities[screen.entity ?? '']
  const mobiles = Object.values(entity?.fields ?? {}).filter(({ type }) => type === 'mobile')
  const names = new Set(['no', entity?.labelField, entity?.sublabelField, ...mobiles.map(({ name }) => name)])
  const references = searchedReferences(entities, screen).filter(({ column }) => !names.has(column.field))
  return [
    ...[...names].flatMap((name) =>
      entity && name !== undefined && name !== 'id' && entity.fields[name] ? [entity.fields[name].title] : [],
    ),
    ...references.map(({ column }) => column.title),
  ]
}

function QuickWords({
  searchText,
  hint,
  onWords,
}: {
  searchText: string
  hint: string
  onWords: (searchText: string) => void
}) {
  const { t } = useTranslator()
  const { typed, type, apply, composition } = usePendingInput(searchText, (next) => onWords(next.trim()), {
    delayMs: searchDelayMs,
    keyOf: trimmed,
  })
  const input = useRef<InputRef>(null)
  useShortcuts({
    '/': () => {
      input.current?.focus({ cursor: 'all' })
      return true
    },
  })
  return (
    <Input
      ref={input}
      className="list-words"
      aria-keyshortcuts="/"
      allowClear
      prefix={<Icon name="search" size={15} />}
      aria-label={t('list.words')}
      placeholder={hint}
      title={hint}
      maxLength={100}
      value={typed}
      onChange={({ target }) => type(target.value)}
      onPressEnter={() => apply(typed)}
      {...composition}
    />
  )
}
