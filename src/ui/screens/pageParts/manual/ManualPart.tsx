// The manual of the manifest language: chapters and a search on the left, an entry on the right.
import { Input, Tag } from 'antd'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ManualAnswer, ManualEntry } from '../../../../protocol/reportCalls'
import { useTranslator } from '../../../../client/context/clientContext'
import { useRead } from '../../../../client/data/queries'
import { useViewValue } from '../../../../client/navigation/urlState'
import { BlockState } from '../../common/BlockState'
import { ManualText } from './ManualText'
import { searchManual } from './searchManual'
import styles from './manual.module.css'

const request = {}
const maxResults = 60

/** Draws the manual; a sentence where the server has no files of it. */
export default function ManualPart() {
  const { t } = useTranslator()
  const { data, error, refetch } = useRead<ManualAnswer>('/api/manual', request, {
    entities: [],
    staleTimeMs: Infinity,
  })
  if (!data) return <BlockState error={error} retry={() => void refetch()} rows={8} />
  return data.entries.length === 0 ? <p role="status">{t('manual.missing')}</p> : <Manual manual={data} />
}

function Manual({ manual }: { readonly manual: ManualAnswer }) {
  const { t } = useTranslator()
  const { chapters, entries } = manual
  const [entryId, show] = useViewValue('entry')
  const [searchText, setSearchText] = useState('')
  const searched = useDeferredValue(searchText)
  const byId = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries])
  const entry = byId.get(entryId ?? '') ?? entries[0]!
  /** Absent: that of the entry. */
  const [toggled, setToggled] = useState<number>()
  const opened = toggled ?? entry.chapter
  const results = useMemo(
    () => (searched.trim() === '' ? undefined : searchManual(entries, searched)),
    [entries, searched],
  )
  const lists = useRef<HTMLDivElement>(null)
  useEffect(() => bringIntoSight(lists.current), [entry.id, opened])
  const choose = ({ id }: ManualEntry) => {
    setToggled(undefined)
    show(id)
  }
  const list = (some: readonly ManualEntry[]) => <EntryList entries={some} current={entry.id} choose={choose} />
  const open = (chapter: number) => setToggled(opened === chapter ? -1 : chapter)
  return (
    <div className={styles.manual}>
      <nav className={styles.contents} aria-label={t('manual.contents')}>
        <Input
          allowClear
          type="search"
          aria-label={t('manual.search')}
          placeholder={t('manual.search')}
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
        <div className={styles.lists} ref={lists}>
          {results ? (
            <Found count={results.length}>{list(results.slice(0, maxResults))}</Found>
          ) : (
            chapters.map((title, chapter) => (
              <section key={title}>
                <button
                  type="button"
                  className={styles.chapter}
                  aria-expanded={opened === chapter}
                  onClick={() => open(chapter)}
                >
                  {title}
                </button>
                {opened === chapter ? list(entries.filter((one) => one.chapter === chapter && !one.parent)) : null}
              </section>
            ))
          )}
        </div>
      </nav>
      <Entry entry={entry} manual={manual} byId={byId} choose={choose} />
    </div>
  )
}

/** Scrolls the list, not the page, to the shown entry. */
function bringIntoSight(lists: HTMLElement | null): void {
  const current = lists?.querySelector<HTMLElement>('[aria-current]')
  if (!lists || !current) return
  const above = current.getBoundingClientRect().top - lists.getBoundingClientRect().top
  if (above < 0 || above > lists.clientHeight - current.offsetHeight) lists.scrollTop += above - lists.clientHeight / 3
}

function Found({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  const { t } = useTranslator()
  return (
    <>
      <p role="status">{count === 0 ? t('manual.nothing') : t('manual.results', { count })}</p>
      {children}
      {count > maxResults ? <p>{t('manual.more', { count: maxResults })}</p> : null}
    </>
  )
}

interface EntryListProps {
  readonly entries: readonly ManualEntry[]
  readonly current?: string
  readonly choose: (entry: ManualEntry) => void
}

function EntryList({ entries, current, choose }: EntryListProps) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id}>
          <button type="button" aria-current={entry.id === current ? 'true' : undefined} onClick={() => choose(entry)}>
            {entry.title}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface EntryProps {
  readonly entry: ManualEntry
  readonly manual: ManualAnswer
  readonly byId: ReadonlyMap<string, ManualEntry>
  readonly choose: (entry: ManualEntry) => void
}

function Entry({ entry, manual: { chapters, entries }, byId, choose }: EntryProps) {
  const { t } = useTranslator()
  const { title, name, text, english } = entry
  const parent = byId.get(entry.parent ?? '')
  const parts = entries.filter((one) => one.parent === entry.id)
  const follow = (target: string) => {
    const linked = byId.get(target.replace(/^.*#/, ''))
    return linked && (() => choose(linked))
  }
  return (
    <article className={styles.entry} aria-label={title}>
      <p className={styles.place}>{chapters[entry.chapter]}</p>
      <h2>
        {title} {english ? <Tag title={t('manual.englishHint')}>{t('manual.english')}</Tag> : null}
      </h2>
      {name === undefined ? null : (
        <p className={styles.place} lang="en">
          {name}
        </p>
      )}
      {parent ? (
        <button type="button" className={styles.link} onClick={() => choose(parent)}>
          {t('manual.partOf', { title: parent.title })}
        </button>
      ) : null}
      <ManualText key={entry.id} title={title} text={text} follow={follow} />
      {parts.length === 0 ? null : (
        <section className={styles.parts}>
          <h3>{t('manual.parts')}</h3>
          <EntryList entries={parts} choose={choose} />
        </section>
      )}
    </article>
  )
}
