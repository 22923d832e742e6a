// What stands over a list? Its title, the quick search, and what concerns all of it: refresh, columns, export, and what can be made anew.
import Input from 'antd/es/input/Input'
import { lazy, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Entity, Screen, Text } from '../../../manifest/app'
import type { ScreenAnswer } from '../../../protocol/calls'
import type { ListState } from '../../../runtime/location'
import { useWords } from '../../../runtime/runtime'
import { Icon } from '../../shell/icons'
import { IconButton } from '../../shell/IconButton'
import { IconPopover } from '../../shell/IconPopover'
import { ExportButton } from './ExportButton'
import { inDisplayOrder, type OwnColumn } from './listColumns'
import { ListSwitch } from './ListSwitch'
import type { ListData } from './useListData'

const ColumnSettings = lazy(() => import('./ColumnSettings'))

interface ListBarProps {
  readonly screen: Screen
  /** The screen around the list. */
  readonly of: ScreenAnswer
  readonly entity: Entity | undefined
  readonly data: ListData
  readonly state: ListState
  readonly onWords: (words: string) => void
  readonly columns: readonly OwnColumn[]
  readonly onColumns: (columns: readonly OwnColumn[]) => void
  readonly onColumnsReset: () => void
  readonly actions: ReactNode
}

const rest = 400

export function ListBar({
  screen,
  of,
  entity,
  data,
  state,
  onWords,
  columns,
  onColumns,
  onColumnsReset,
  actions,
}: ListBarProps) {
  const { t, pick } = useWords()
  return (
    <header className="list-bar">
      <h1>
        {pick(of.screen.title)}
        {data.updating && <i className="list-updating" role="status" aria-label={t('list.updating')} />}
      </h1>
      {of.screen.lists.length > 0 && <ListSwitch of={of} />}
      <QuickWords
        words={state.words}
        onWords={onWords}
        hint={t('list.wordsHint', { names: namesOf(entity).map(pick).join(t('list.wordsBetween')) })}
      />
      <div className="list-tools">
        <IconButton icon="refresh" label={t('list.refresh')} onClick={data.refresh} />
        <IconPopover icon="columns" label={t('list.columns')}>
          <ColumnSettings columns={columns} onChange={onColumns} onReset={onColumnsReset} />
        </IconPopover>
        {screen.export && (
          <ExportButton request={{ ...data.asked, columns: inDisplayOrder(columns).map((column) => column.field) }} />
        )}
        {actions}
      </div>
    </header>
  )
}

/** What the words are looked for in: number, label and hint, as far as the person reads them. */
function namesOf(entity: Entity | undefined): Text[] {
  const names = new Set(['no', entity?.label, entity?.hint])
  return [...names].flatMap((name) =>
    entity && name !== undefined && name !== 'id' && entity.fields[name] ? [entity.fields[name].title] : [],
  )
}

function QuickWords({ words, hint, onWords }: { words: string; hint: string; onWords: (words: string) => void }) {
  const { t } = useWords()
  const [typed, setTyped] = useState(words)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    clearTimeout(timer.current)
    setTyped(words)
  }, [words])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (next: string) => {
    clearTimeout(timer.current)
    onWords(next.trim())
  }
  return (
    <Input
      className="list-words"
      allowClear
      prefix={<Icon name="search" size={15} />}
      aria-label={t('list.words')}
      placeholder={hint}
      title={hint}
      maxLength={100}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => apply(target.value), rest)
      }}
      onPressEnter={() => apply(typed)}
    />
  )
}
