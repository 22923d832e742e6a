// The command palette: finds records, screens and creating actions by a few letters.
// Arrow keys and Enter choose.
import { Input, Modal, type InputRef } from 'antd'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import type { Text } from '../../../manifest/model/text'
import { useRuntime, useSession, useTranslator } from '../../../client/context/clientContext'
import { useBackCloses } from '../../../client/navigation/backCloses'
import { useSharedPreferences } from '../../../client/context/preferences'
import { isForRole, readViews, type SavedView } from '../../screens/common/savedViews'
import { useFound } from './useFound'
import { foldGroups, countsByGroup } from './foldGroups'
import { PaletteReason } from './PaletteReason'
import { searchPalette, type PaletteEntry } from './searchPalette'
import { useNarrow } from '../../controls/hooks/useMedia'
import { isComposing } from '../../controls/menu/composing'
import { Icon } from '../../controls/icons'

interface FinderProps {
  readonly go: (path: string) => void
  readonly close: () => void
  /** Ends the collecting of early letters and gives them. */
  readonly takeLetters: () => string
}

/** Draws the dialog; closing it returns the focus to where it was, choosing an entry does not. */
export default function CommandPalette({ go, close, takeLetters }: FinderProps) {
  const { t } = useTranslator()
  const [opener] = useState(() => document.activeElement)
  // The dialog returns the focus only if it stays mounted.
  const leave = () => {
    close()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
  useEscape(leave)
  useBackCloses(true, leave)
  return (
    <Modal
      open
      onCancel={leave}
      footer={null}
      closable={false}
      width={620}
      className="shell-finder"
      title={null}
      aria-label={t('shell.searchScreens')}
    >
      <Finder go={go} close={close} takeLetters={takeLetters} />
    </Modal>
  )
}

/** Closes on Escape wherever the focus is: the dialog handles it only once it has the focus. */
function useEscape(close: () => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return
      // What lies under the palette stays open.
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [close])
}

function Finder({ go, close, takeLetters }: FinderProps) {
  const { t } = useTranslator()
  const [searchText, setSearchText] = useState('')
  const [index, setIndex] = useState(0)
  const input = useRef<InputRef>(null)
  const list = useId()
  const { entries: all, answer, searching, failed } = usePalette(searchText)
  const { entries, group, setGroup, isFolded } = useFold(all)
  const { refused, setRefused, leadTo, follow } = useFollowed({ go, close })
  const show = (chosen: string | undefined) => {
    setGroup(chosen)
    setIndex(0)
    setRefused(undefined)
  }
  const choose = (entry: PaletteEntry) => (entry.unfolds ? show(entry.group) : follow(entry))
  // The dialog takes the focus while it opens; move it to the input.
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), 60)
    return () => clearTimeout(timer)
  }, [])

  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setIndex((now) => (now + step + entries.length) % Math.max(1, entries.length))
    } else if (event.key === 'Enter' && entries[index]) choose(entries[index])
  }
  return (
    <div className="shell-find-panel">
      <Input
        ref={input}
        variant="borderless"
        size="large"
        prefix={<Icon name="search" size={17} />}
        placeholder={t('shell.searchHint')}
        value={searchText}
        onFocus={() => setSearchText((typed) => typed + takeLetters())}
        onChange={({ target }) => {
          setSearchText(target.value)
          show(undefined)
        }}
        onKeyDown={handleKey}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-label={t('shell.searchScreens')}
        aria-activedescendant={entries[index] ? `${list}-${index}` : undefined}
      />
      {isFolded && <PaletteGroups entries={all} group={group} show={show} />}
      <PaletteList id={list} entries={entries} index={index} setIndex={setIndex} choose={choose} />
      {refused?.why ? (
        <PaletteReason refused={refused} why={refused.why} leadTo={leadTo} />
      ) : (
        <p role="status" aria-live="polite">
          <FoundText searching={searching} failed={failed} isEmpty={entries.length === 0} answer={answer} />
        </p>
      )}
    </div>
  )
}

/** Goes where an entry leads; of one that is refused `refused` is to be explained. */
function useFollowed({ go, close }: Omit<FinderProps, 'takeLetters'>) {
  const navigate = useNavigate()
  const [refused, setRefused] = useState<PaletteEntry>()
  const leadTo = (address: string) => {
    close()
    void navigate(address)
  }
  const follow = (entry: PaletteEntry) => {
    const { path, address, why } = entry
    if (why) setRefused(entry)
    else if (path === undefined) leadTo(address!)
    else go(path)
  }
  return { refused, setRefused, leadTo, follow }
}

/** In little room long groups are folded, and one can be chosen. */
function useFold(all: readonly PaletteEntry[]) {
  const { t } = useTranslator()
  const isFolded = useNarrow(640)
  const [chosen, setChosen] = useState<string>()
  // A later answer may be without it.
  const group = all.some((entry) => entry.group === chosen) ? chosen : undefined
  const entries = useMemo(
    () => (isFolded ? foldGroups(all, group, (count) => t('shell.foundMore', { count })) : all),
    [isFolded, all, group, t],
  )
  return { entries, group, setGroup: setChosen, isFolded }
}

interface PaletteGroupsProps {
  readonly entries: readonly PaletteEntry[]
  readonly group: string | undefined
  readonly show: (group: string | undefined) => void
}

/** All groups with their numbers: the list below has no room for each. */
function PaletteGroups({ entries, group, show }: PaletteGroupsProps) {
  const { t } = useTranslator()
  const groups = [...countsByGroup(entries)]
  if (groups.length < 2) return null
  const choice = (key: string, of: string | undefined, name: string, count: number) => (
    <button key={key} type="button" aria-pressed={group === of} onClick={() => show(group === of ? undefined : of)}>
      {name} <small>{count}</small>
    </button>
  )
  return (
    <div className="shell-find-groups" role="group" aria-label={t('shell.foundGroups')}>
      {choice('', undefined, t('shell.foundAll'), entries.length)}
      {groups.map(([of, count]) => choice(`of ${of}`, of, headingOf(of, t), count))}
    </div>
  )
}

/** The results for the words: screens and recent records at once, records of the server as they arrive. */
function usePalette(searchText: string) {
  const { pick } = useTranslator()
  const routes = useSession((state) => state.boot?.routes)
  const modules = useSession((state) => state.boot?.modules)
  const recent = useStore(useRuntime().recent, (state) => state.records)
  const views = useOpenViews()
  const { answer, searching, failed } = useFound(searchText)
  const entries = useMemo(
    () =>
      searchPalette(searchText, {
        routes: Object.values(routes ?? {}),
        moduleTitle: (name) => modules?.[name]?.title,
        recent,
        views,
        answer,
        pick,
      }),
    [searchText, routes, modules, recent, views, answer, pick],
  )
  return { entries, answer, searching, failed }
}

/** The account's own views of lists, and those shared with it. */
function useOpenViews(): readonly SavedView[] {
  const preferences = useSession((state) => state.boot?.preferences)
  const role = useSession((state) => state.boot?.account.role?.id)
  const shared = useSharedPreferences()
  return useMemo(
    () => readViews(preferences ?? {}, shared).filter((view) => isForRole(view, role)),
    [preferences, shared, role],
  )
}

interface PaletteListProps {
  readonly id: string
  readonly entries: readonly PaletteEntry[]
  readonly index: number
  readonly setIndex: (index: number) => void
  readonly choose: (entry: PaletteEntry) => void
}

function PaletteList({ id, entries, index, setIndex, choose }: PaletteListProps) {
  const { t } = useTranslator()
  return (
    <ul id={id} role="listbox" aria-label={t('shell.searchScreens')}>
      {entries.map((entry, i) => (
        <li
          key={entry.key}
          data-heading={entry.group === entries[i - 1]?.group ? undefined : headingOf(entry.group, t)}
          id={`${id}-${i}`}
          role="option"
          data-unfolds={entry.unfolds}
          aria-selected={i === index}
          onMouseMove={() => setIndex(i)}
          onClick={() => choose(entry)}
        >
          <span>
            {entry.title}
            {entry.hint !== undefined && <em>{entry.hint}</em>}
          </span>
          <small>{entry.why ? t('why.ask') : entry.beside}</small>
        </li>
      ))}
    </ul>
  )
}

interface FoundTextProps {
  readonly searching: boolean
  readonly failed: boolean
  readonly isEmpty: boolean
  readonly answer: ReturnType<typeof useFound>['answer']
}

const headings = {
  seen: 'shell.foundSeen',
  actions: 'shell.foundActions',
  screens: 'shell.foundScreens',
  views: 'shell.foundViews',
  refused: 'shell.foundRefused',
  withheld: 'shell.foundWithheld',
} as const

type Translate = ReturnType<typeof useTranslator>['t']

const headingOf = (group: string, t: Translate) =>
  Object.hasOwn(headings, group) ? t(headings[group as keyof typeof headings]) : group

function FoundText({ searching, failed, isEmpty, answer }: FoundTextProps) {
  const { t, pick } = useTranslator()
  const names = (titles: readonly Text[] = []) => titles.map(pick).join(t('list.wordsBetween'))
  const late = names(answer?.late)
  if (searching) return t('shell.searching')
  if (failed) return t('shell.searchFailed')
  if (late !== '') return t('shell.searchLate', { names: late })
  return isEmpty ? t('shell.searchEmpty') : ''
}
