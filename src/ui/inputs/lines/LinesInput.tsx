// Lines as a table with the keys of a spreadsheet.
// Enter and arrows move, rows are added, copied and removed, cells are pasted, imported or filled down, computed
// columns and sums follow. More than fifty rows are virtualized.
import { Button } from 'antd'
import { useLayoutEffect, useMemo, useRef, useState, type RefObject, type UIEvent } from 'react'
import type { Field } from '../../../manifest/model/field'
import { defaultMaxLines } from '../../../manifest/fieldTypes/fieldTypes'
import { useTranslator } from '../../../client/context/clientContext'
import { useRoom } from '../../table/columnWidths'
import { useNarrow } from '../../controls/hooks/useMedia'
import type { InputProps } from '../base/inputContext'
import { columnWidth, countPixels, tableWidth, toolsPixels } from '../lineModel/lineCellText'
import { LineErrors } from './LineErrors'
import { LineRow } from './LineRow'
import type { Line } from '../lineModel/editLines'
import { lineColumns, lineNumber } from '../lineModel/lineColumns'
import styles from './lines.module.css'
import { LinesFoot } from './LinesFoot'
import { LinesHead } from './LinesHead'
import { LineTotals } from './LineTotals'
import { setField, setRecord } from '../lineModel/codeGroups'
import { CodeSetInput } from './sets/CodeSetInput'
import { RecordSetInput } from './sets/RecordSetInput'
import { useCellFocus } from './editing/useCellFocus'
import { lineKeyboard } from './editing/lineKeyboard'
import { useLinePaste } from './editing/useLinePaste'
import { useLines, type LineContext, type Lines } from './editing/useLines'
import { rowPixels, useVirtualRows } from './editing/useVirtualRows'

const noLines: readonly Line[] = []

/**
 * Draws the table; lines that only name records of a set get check boxes first, those that only hold codes a list of
 * codes.
 */
export function LinesInput(props: InputProps<readonly Line[]>) {
  const field = props.lines?.only ? undefined : setField(props.field)
  const record = props.lines?.only ? undefined : setRecord(props.field)
  if (record) return <RecordSetInput {...props} of={record} table={<LinesTable {...props} />} />
  return field ? <CodeSetInput {...props} of={field} /> : <LinesTable {...props} />
}

function LinesTable(props: InputProps<readonly Line[]>) {
  const { id, field, value, disabled, invalid, describedBy, lines: context } = props
  if (!context) throw new Error('Lines need the rules of a form around them.')
  const { t, pick } = useTranslator()
  const narrow = useNarrow(640)
  const frame = useRef<HTMLDivElement>(null)
  // An empty table shows a blank first line.
  const window = useVirtualRows(frame, Math.max(1, value?.length ?? 0), narrow)
  const goTo = useCellFocus(frame, window.reveal)
  const { focus } = goTo
  const editing = useLineEditing({ ...props, rows: value ?? noLines, context, focus })
  const { lines, columns, fixed, maxLines, onPaste, nameRecord } = editing
  const rows = lines.latest.current
  const { look, width, name, total, onSlide } = useSliding(frame, field, fixed, context)
  const onScroll = (event: UIEvent<HTMLElement>) => {
    window.onScroll(event)
    onSlide(event)
  }
  const title = pick(field.title)
  const shape = { columns, total, disabled, fixed }
  return (
    <div
      id={id}
      className={invalid ? styles.invalid : styles.lines}
      tabIndex={-1}
      role="group"
      aria-label={title}
      aria-describedby={describedBy}
      onKeyDown={lineKeyboard(lines, { disabled, fixed }, goTo)}
      onPaste={onPaste}
    >
      <div ref={frame} className={styles.frame} onScroll={onScroll} tabIndex={0} role="region" aria-label={title}>
        <table style={narrow ? undefined : { minWidth: width }} className={narrow ? styles.cards : look}>
          <LinesHead {...shape} name={name} />
          <Rows {...shape} field={field} rows={rows} lines={lines} context={context} visible={window} narrow={narrow} />
          <LineTotals
            lines={lines.filled()}
            field={field}
            columns={columns}
            total={total}
            context={context}
            tools={!fixed}
          />
        </table>
      </div>
      {narrow && window.to < rows.length ? (
        <Button block onClick={window.more}>
          {t('form.loadMore')}
        </Button>
      ) : null}
      {fixed && !(context.only && context.exchange && !disabled) ? null : (
        <LinesFoot field={field} lines={lines} context={context} maxLines={maxLines} nameRecord={nameRecord} />
      )}
      <LineErrors field={field} rows={rows} cells={context.cells} columns={columns} onGo={focus} />
    </div>
  )
}

interface EditedLines extends Pick<InputProps<readonly Line[]>, 'field' | 'onChange' | 'disabled'> {
  readonly rows: readonly Line[]
  readonly context: LineContext
  readonly focus: ReturnType<typeof useCellFocus>['focus']
}

/** The operations on the lines; `fixed`: lines are neither added nor removed. */
function useLineEditing({ field, onChange, disabled, rows, context, focus }: EditedLines) {
  const columns = useMemo(() => lineColumns(field, context.cells), [field, context.cells])
  const fixed = disabled === true || context.only !== undefined
  const maxLines = context.only ? rows.length : (field.max ?? defaultMaxLines)
  const lines = useLines({ field, rows, open: !fixed, onChange, context, columns, maxLines, focus })
  const { onPaste, nameRecord } = useLinePaste({ lines, context, columns, maxLines, disabled })
  return { lines, columns, fixed, maxLines, onPaste, nameRecord }
}

/** Scrolls the table alone, and not the dialog around it, to the first column to fill in. */
function bringIntoSight(frame: HTMLDivElement | null): void {
  const cell = frame?.querySelector<HTMLElement>('td[data-field]')
  if (frame && cell) frame.scrollLeft = cell.offsetLeft - (frame.clientWidth - cell.offsetWidth) / 2
}

/** Minimum pixels that scroll between the columns that stay at both sides. */
const minSlidingPixels = 160

/**
 * The layout of a table that is wider than its frame: what a line is called and what it adds up to stay beside what is
 * typed, and the first column to fill in is in sight at once.
 */
function useSliding(
  frame: RefObject<HTMLDivElement>,
  field: Field,
  fixed: boolean,
  { only, sums, cells }: LineContext,
) {
  const { pick } = useTranslator()
  const { width, name, total, namePixels, endPixels } = useMemo(() => {
    const columns = lineColumns(field, cells)
    const nameColumn = columns.find((column) => column.name === field.summaryFields?.[0])
    const totalColumn = columns.findLast((column) => sums.has(column.name))
    const pixelsOf = (column: Field | undefined) => (column ? columnWidth(column, columns, pick) : 0)
    const tools = fixed ? 0 : toolsPixels
    return {
      width: tableWidth(columns, pick) - toolsPixels + tools,
      name: nameColumn?.name,
      total: totalColumn?.name,
      namePixels: pixelsOf(nameColumn),
      endPixels: totalColumn ? pixelsOf(totalColumn) + tools : 0,
    }
  }, [field, cells, fixed, sums, pick])
  // Each sticky cell costs a little on every key, so use them only if the table scrolls.
  const room = useRoom(frame)
  const slides = room < width
  const staysAtEnd = slides && endPixels > 0 && room - countPixels - namePixels - endPixels >= minSlidingPixels
  const [slid, setSlid] = useState(false)
  const look = [
    styles.table,
    slides && styles.slides,
    slid && styles.slid,
    staysAtEnd && (fixed ? styles.ends : `${styles.ends} ${styles.toolsEnd}`),
  ]
    .filter(Boolean)
    .join(' ')
  const isFilledIn = only !== undefined
  // Once: a change of the width, as by the keyboard of a phone, leaves the table where it is scrolled to.
  const isInSight = useRef(false)
  useLayoutEffect(() => {
    // A cell that gets the focus is not left behind the columns that stay.
    frame.current?.style.setProperty('scroll-padding-inline-start', `${countPixels + namePixels}px`)
    frame.current?.style.setProperty('scroll-padding-inline-end', `${staysAtEnd ? endPixels : 0}px`)
    if (room === 0 || !slides || !isFilledIn || isInSight.current) return
    isInSight.current = true
    bringIntoSight(frame.current)
  }, [room, slides, isFilledIn, frame, namePixels, staysAtEnd, endPixels])
  return {
    look,
    width,
    name,
    total,
    onSlide: (event: UIEvent<HTMLElement>) => setSlid(event.currentTarget.scrollLeft > 0),
  }
}

interface RowsProps {
  readonly field: Field
  readonly columns: readonly Field[]
  readonly rows: readonly Line[]
  readonly lines: Lines
  readonly total: string | undefined
  readonly context: LineContext
  readonly disabled: boolean | undefined
  readonly fixed: boolean
  readonly visible: Pick<ReturnType<typeof useVirtualRows>, 'from' | 'to'>
  readonly narrow: boolean
}

/** The visible rows; spacers reserve the room of the others. */
function Rows({ field, columns, rows, lines, total, context, disabled, fixed, visible, narrow }: RowsProps) {
  const { t } = useTranslator()
  const fields = field.fields ?? {}
  const rowContext = useMemo(
    () => ({
      read: context.read,
      evaluationContext: context.evaluationContext,
      optionSource: context.optionSource,
      only: context.only,
    }),
    [context.read, context.evaluationContext, context.optionSource, context.only],
  )
  const errors = useMemo(() => errorsByLine(context.cells), [context.cells])
  const filled = lines.filled()
  return (
    <tbody>
      {visible.from > 0 ? <tr aria-hidden style={{ height: visible.from * rowPixels }} /> : null}
      {rows.slice(visible.from, visible.to).map((line, index) => {
        const position = visible.from + index
        return (
          <LineRow
            key={lines.keys.of(line)}
            line={line}
            index={position}
            number={lineNumber(line, position, field)}
            columns={columns}
            fields={fields}
            context={rowContext}
            name={field.summaryFields?.[0]}
            total={total}
            errors={errors[position] ?? ''}
            disabled={disabled}
            fixed={fixed}
            blank={filled.length === 0}
            onCell={lines.onCell}
            onCopy={lines.onCopy}
            onRemove={lines.onRemove}
          />
        )
      })}
      {visible.to < rows.length && !narrow ? (
        <tr aria-hidden style={{ height: (rows.length - visible.to) * rowPixels }} />
      ) : null}
      {rows.length === 0 ? (
        <tr>
          <td className={styles.empty} colSpan={columns.length + 1}>
            <span>{t('form.noLines')}</span>
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}

function errorsByLine(cells: Readonly<Record<string, string>> | undefined): Record<number, string> {
  const lines: Record<number, Record<string, string>> = {}
  for (const [path, message] of Object.entries(cells ?? {})) {
    const [line = '', name = ''] = path.split('.')
    lines[Number(line)] = { ...lines[Number(line)], [name]: message }
  }
  return Object.fromEntries(Object.entries(lines).map(([path, wrong]) => [path, JSON.stringify(wrong)]))
}
