// Child rows as a table one can type in like a spreadsheet: Enter and arrows walk, rows are added, copied and removed, cells of a spreadsheet are
// pasted or imported from a file, a value is filled down, computed columns and sums follow. More than fifty rows are windowed.
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent, UIEvent } from 'react'
import { Icon } from '../../shell/icons'
import { fieldFault } from '../../form/fieldFault'
import { useRoom } from '../../table/fit'
import { useNarrow } from '../../useNarrow'
import { useRuntime, useWords } from '../../../runtime/runtime'
import type { Field } from '../../../manifest/app'
import { usualLines } from '../../../manifest/fields/fieldTypes'
import { useSurroundings } from '../widget'
import type { WidgetProps } from '../widget'
import { columnWidth, countWidth, isNumber, tableWidth, toolsWidth } from './cellText'
import { LineFaults } from './LineFaults'
import { LineRow } from './LineRow'
import { LineSums } from './LineSums'
import { isComputed, newLine, pasteInto, type Line } from './lineRows'
import { pastedTable } from './pastedTable'
import { SetInput } from './SetInput'
import { setField } from './setGroups'
import { useCellFocus } from './useCellFocus'
import { rowHeight, useWindow } from './useWindow'
import styles from './lines.module.css'

const ImportDialog = lazy(() => import('./ImportDialog'))
const noLines: readonly Line[] = []

export function LinesInput(props: WidgetProps<readonly Line[]>) {
  const of = props.lines?.only ? undefined : setField(props.field)
  return of ? <SetInput {...props} of={of} /> : <LinesTable {...props} />
}

function LinesTable({
  id,
  field,
  value,
  onChange,
  disabled,
  invalid,
  describedBy,
  lines: facts,
}: WidgetProps<readonly Line[]>) {
  if (!facts) throw new Error('Lines need the rules of a form around them.')
  const words = useWords()
  const { t, pick } = words
  const { notices } = useRuntime()
  const { dictionaries, zone } = useSurroundings()
  const narrow = useNarrow(640)
  const fields = field.fields ?? {}
  const columns = useMemo(() => Object.values(field.fields ?? {}), [field])
  const rows = value ?? noLines
  const { only } = facts
  const fixed = disabled === true || only !== undefined
  const most = only ? rows.length : (field.max ?? usualLines)
  const [importing, setImporting] = useState(false)
  const latest = useRef(rows)
  latest.current = rows
  const keys = useLineKeys()
  const frame = useRef<HTMLDivElement>(null)
  const shown = useWindow(frame, rows.length, narrow)
  const focus = useCellFocus(frame, shown.reveal)

  const set = useCallback(
    (next: readonly Line[]) => {
      latest.current = next
      onChange(next)
    },
    [onChange],
  )
  const fresh = useCallback(
    () => newLine(field.fields ?? {}, facts.read, facts.world),
    [field, facts.read, facts.world],
  )
  const onCell = useCallback(
    (at: number, name: string, cell: unknown) => {
      const line = latest.current[at]
      if (!line) return
      const next = { ...line, [name]: cell }
      keys.follow(line, next)
      set(latest.current.map((one, place) => (place === at ? next : one)))
    },
    [keys, set],
  )
  const add = useCallback(
    (at = latest.current.length) => {
      if (latest.current.length >= most) return
      set([...latest.current.slice(0, at), fresh(), ...latest.current.slice(at)])
      const first = columns.find((column) => !isComputed(column))
      if (first) focus(at, first.name)
    },
    [columns, focus, fresh, most, set],
  )
  const onCopy = useCallback(
    (at: number) => {
      const line = latest.current[at]
      if (line && latest.current.length < most)
        set([...latest.current.slice(0, at + 1), { ...line }, ...latest.current.slice(at + 1)])
    },
    [most, set],
  )
  const onRemove = useCallback((at: number) => set(latest.current.filter((_, place) => place !== at)), [set])

  const fillDown = (from: number, name: string): void => {
    const cell = latest.current[from]?.[name]
    set(
      latest.current.map((line, at) => {
        if (at <= from) return line
        const next = { ...line, [name]: cell }
        keys.follow(line, next)
        return next
      }),
    )
  }
  const placeOf = (target: EventTarget): { line: number; name: string } | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-line]') : null
    return cell ? { line: Number(cell.dataset.line), name: cell.dataset.field ?? '' } : null
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = placeOf(event.target)
    if (!place || event.nativeEvent.isComposing || disabled) return
    const command = event.ctrlKey || event.metaKey
    if (command && !fixed && event.key.toLowerCase() === 'd') {
      event.preventDefault()
      return onCopy(place.line)
    }
    if (command && !fixed && event.key === 'Delete') {
      event.preventDefault()
      return onRemove(place.line)
    }
    if (command && event.shiftKey && event.key === 'ArrowDown') {
      event.preventDefault()
      return fillDown(place.line, place.name)
    }
    const step =
      event.key === 'Enter'
        ? event.shiftKey
          ? -1
          : 1
        : event.key === 'ArrowDown'
          ? 1
          : event.key === 'ArrowUp'
            ? -1
            : 0
    if (step === 0 || command) return
    // Enter in a form would send it.
    event.preventDefault()
    const to = place.line + step
    if (to >= 0 && to < rows.length) focus(to, place.name)
    else if (event.key === 'Enter' && step === 1 && !fixed) add()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const cells = disabled ? null : pastedTable(event.clipboardData.getData('text/plain'))
    if (!cells) return
    event.preventDefault()
    const place = placeOf(event.target)
    const from = {
      line: place?.line ?? rows.length,
      column: Math.max(
        0,
        columns.findIndex((column) => column.name === place?.name),
      ),
    }
    const pasted = pasteInto(latest.current, columns, from, cells, { dictionaries, zone, fresh, most, only })
    set(pasted.lines)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    void find(pasted.finding).then((missing) => {
      const faults = pasted.unread + missing
      if (faults > 0) notices.say('warning', t('form.pastedPart', { count: pasted.count, faults }))
      else notices.say('success', t('form.pasted', { count: pasted.count }))
    })
  }
  const nameRecord = async (of: Field, line: Line, sought: string) => {
    const { options } = await facts.offer(of, line).find(sought, new AbortController().signal)
    const option =
      options.find((candidate) => candidate.label === sought) ?? (options.length === 1 ? options[0] : undefined)
    return option && { id: option.id, label: option.label }
  }
  /** Looks up pasted references by their names; answers how many were not found. */
  const find = async (wanted: readonly { at: number; field: Field; words: string }[]): Promise<number> => {
    const found = await Promise.all(
      wanted.map(async (one) => {
        const record = await nameRecord(one.field, latest.current[one.at] ?? {}, one.words)
        if (record) onCell(one.at, one.field.name, record)
        return record !== undefined
      }),
    )
    return found.filter((one) => !one).length
  }

  const rowFacts = useMemo(
    () => ({ read: facts.read, world: facts.world, offer: facts.offer, only }),
    [facts.read, facts.world, facts.offer, only],
  )
  const faults = useMemo(() => faultsByLine(facts.cells), [facts.cells])
  const width = tableWidth(columns) - (fixed ? toolsWidth : 0)
  // Each cell that sticks costs the browser a little with every key: they do where there is something to stick for.
  const slides = useRoom(frame) < width
  const [slid, setSlid] = useState(false)
  const look = [styles.table, slides && styles.slides, slid && styles.slid].filter(Boolean).join(' ')
  const onScroll = (event: UIEvent<HTMLElement>) => {
    shown.onScroll(event)
    setSlid(event.currentTarget.scrollLeft > 0)
  }
  return (
    <div
      id={id}
      className={invalid ? styles.invalid : styles.lines}
      tabIndex={-1}
      role="group"
      aria-label={pick(field.title)}
      aria-describedby={describedBy}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    >
      <div
        ref={frame}
        className={styles.frame}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label={pick(field.title)}
      >
        <table style={narrow ? undefined : { minWidth: width }} className={narrow ? styles.cards : look}>
          <colgroup>
            <col style={{ width: countWidth }} />
            {columns.map((column) => (
              <col key={column.name} style={{ width: columnWidth(column, columns) }} />
            ))}
            {fixed ? null : <col style={{ width: toolsWidth }} />}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <span className={styles.unseen}>#</span>
              </th>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  className={isNumber(column) ? styles.numberHead : undefined}
                  title={pick(column.help ?? column.title)}
                >
                  {column.required && !disabled ? <i aria-hidden>*</i> : null}
                  {pick(column.title)}
                </th>
              ))}
              {fixed ? null : (
                <th>
                  <span className={styles.unseen}>{t('form.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.from > 0 ? <tr aria-hidden style={{ height: shown.from * rowHeight }} /> : null}
            {rows.slice(shown.from, shown.to).map((line, place) => {
              const at = shown.from + place
              return (
                <LineRow
                  key={keys.of(line)}
                  line={line}
                  at={at}
                  columns={columns}
                  fields={fields}
                  facts={rowFacts}
                  faults={faults[at] ?? ''}
                  disabled={disabled}
                  fixed={fixed}
                  onCell={onCell}
                  onCopy={onCopy}
                  onRemove={onRemove}
                />
              )
            })}
            {shown.to < rows.length && !narrow ? (
              <tr aria-hidden style={{ height: (rows.length - shown.to) * rowHeight }} />
            ) : null}
            {rows.length === 0 ? (
              <tr>
                <td className={styles.empty} colSpan={columns.length + (fixed ? 1 : 2)}>
                  <span>{t('form.noLines')}</span>
                </td>
              </tr>
            ) : null}
          </tbody>
          {rows.length > 0 ? (
            <LineSums lines={rows} columns={columns} fields={fields} facts={facts} tools={!fixed} />
          ) : null}
        </table>
      </div>
      {narrow && shown.to < rows.length ? (
        <Button block onClick={shown.more}>
          {t('form.loadMore')}
        </Button>
      ) : null}
      {fixed ? null : (
        <div className={styles.foot}>
          <Button
            size="small"
            type="dashed"
            icon={<Icon name="plus" size={14} />}
            disabled={rows.length >= most}
            onClick={() => add()}
          >
            {t('form.addLine')}
          </Button>
          <Button size="small" type="text" disabled={rows.length >= most} onClick={() => setImporting(true)}>
            {t('form.importLines')}
          </Button>
          <span className={styles.hint}>{t('form.pasteHint')}</span>
        </div>
      )}
      {importing ? (
        <Suspense fallback={null}>
          <ImportDialog
            facts={{
              columns,
              dictionaries,
              zone,
              words,
              world: facts.world,
              fresh,
              find: nameRecord,
              check: (lines) =>
                fieldFault(lines, field, {
                  dictionaries,
                  words: () => words,
                  required: false,
                  read: facts.read,
                  world: facts.world,
                })?.cells ?? {},
            }}
            present={rows.length}
            most={most}
            close={() => setImporting(false)}
            take={(lines, replace) => set(replace ? lines : [...latest.current, ...lines])}
          />
        </Suspense>
      ) : null}
      <LineFaults cells={facts.cells} columns={columns} onGo={focus} />
    </div>
  )
}

function faultsByLine(cells: Readonly<Record<string, string>> | undefined): Record<number, string> {
  const lines: Record<number, Record<string, string>> = {}
  for (const [path, message] of Object.entries(cells ?? {})) {
    const [at = '', name = ''] = path.split('.')
    lines[Number(at)] = { ...lines[Number(at)], [name]: message }
  }
  return Object.fromEntries(Object.entries(lines).map(([at, wrong]) => [at, JSON.stringify(wrong)]))
}

interface LineKeys {
  of(line: Line): number
  follow(from: Line, to: Line): void
}

/** A line keeps its key while it is edited, though every edit makes another object of it. */
function useLineKeys(): LineKeys {
  const kept = useRef<LineKeys | null>(null)
  if (!kept.current) {
    const keys = new WeakMap<Line, number>()
    let last = 0
    const of = (line: Line): number => {
      const known = keys.get(line)
      if (known !== undefined) return known
      keys.set(line, ++last)
      return last
    }
    kept.current = {
      of,
      follow: (from, to) => {
        keys.set(to, of(from))
      },
    }
  }
  return kept.current
}
