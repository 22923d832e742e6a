// Splits a document into pieces that may be on different pages.
// A piece is a heading, a line of values, a row of a table, a paragraph, or the places to sign.
import { firstItem } from '../../../manifest/expression/values/present'
import { fieldTypes } from '../../../manifest/fieldTypes/fieldTypes'
import { wideTypes } from '../../../manifest/fieldTypes/typeSets'
import type { ReactNode } from 'react'
import type { Column } from '../../../manifest/model/column'
import { printedRows, sealAt } from '../../../manifest/access/recordRules'
import type { DocumentSection, Letterhead, PrintedDocument, RelatedPart } from '../../../manifest/model/document'
import { sumOfAmounts } from '../../../manifest/expression/values/decimal'
import type { Text } from '../../../manifest/model/text'
import { fillText } from '../../../manifest/expression/template'
import type { FileValue, LineValue, RecordAnswer, RecordData, Value } from '../../../protocol/calls'
import { standaloneContext, type RenderContext } from '../../values/renderContext'
import { shownAt } from '../../values/fieldAtPath'
import { alignOf, textOfValue } from '../../values/renderValue'
import type { Piece } from './paginate'
import styles from './document.module.css'

interface DrawnPiece extends Omit<Piece, 'height'> {
  readonly node: ReactNode
}

interface PrintContext {
  readonly entity: string
  readonly record: RecordData
  /** The related lists of the record. */
  readonly related: RecordAnswer['related']
  readonly renderContext: RenderContext
  readonly language: string
  readonly timezone: string
  /** Addresses of loaded pictures by file id. */
  readonly pictures: ReadonlyMap<string, string>
}

export function piecesOf(document: PrintedDocument, context: PrintContext): DrawnPiece[] {
  const { record, renderContext } = context
  const pieces: DrawnPiece[] = [
    ...(document.letterhead
      ? [{ leads: true, node: <Head letterhead={document.letterhead} context={context} /> }]
      : []),
    {
      leads: true,
      node: (
        <header className={styles.title}>
          <h1>{renderContext.translator.pick(document.title)}</h1>
          <p>{String(record.values.no ?? record.label)}</p>
        </header>
      ),
    },
  ]
  for (const part of document.sections) {
    if (part.title)
      pieces.push({
        leads: true,
        node: <h2 className={styles.heading}>{renderContext.translator.pick(part.title)}</h2>,
      })
    pieces.push(...partPieces(part, context, pieces.length))
  }
  return pieces
}

function partPieces(part: DocumentSection, context: PrintContext, position: number): DrawnPiece[] {
  const { record, renderContext, language, entity } = context
  if (part.fields)
    return pairs(part.fields).map((row) => ({
      node: (
        <dl className={styles.values}>
          {row.map((column) => (
            <Pair key={column.field} column={column} context={context} />
          ))}
        </dl>
      ),
    }))
  if (part.lines !== undefined)
    return linePieces(part.columns ?? [], record.values[part.lines], renderContext, position)
  if (part.related) return relatedPieces(part.related, part.columns ?? [], context, position)
  const filled = (text: Text): string =>
    fillText(text, language, (path) => {
      const field = shownAt(renderContext, entity, path) ?? { field: path, type: 'string' as const }
      return textOfValue(field, record.values[path], renderContext, entity)
    })
  if (part.text)
    return filled(part.text)
      .split('\n')
      .map((line) => ({ node: <p className={styles.text}>{line}</p> }))
  const seal = sealAt(part, record, context.timezone)
  const stamp = seal && pictureAt(seal.path, context)
  return [
    {
      node: (
        <div className={`${styles.signs} ${stamp ? styles.sealed : ''}`}>
          {part.signatures?.map((title, index) => (
            <div key={index}>
              {stamp && seal.place === index + 1 ? (
                <img className={styles.seal} src={stamp} alt={renderContext.translator.t('document.seal')} />
              ) : null}
              <span>{filled(title)}</span>
              <i />
            </div>
          ))}
        </div>
      ),
    },
  ]
}

function Head({ letterhead: { name, contacts, logo }, context }: { letterhead: Letterhead; context: PrintContext }) {
  const { record, renderContext, entity } = context
  const text = (column: Column) =>
    textOfValue(column, record.values[column.field], standaloneContext(renderContext), entity)
  const address = logo === undefined ? undefined : pictureAt(logo, context)
  return (
    <div className={styles.letterhead}>
      {address === undefined ? null : <img src={address} alt="" />}
      <div>
        <strong>{text(name)}</strong>
        {contacts.filter(text).map((column) => (
          <span key={column.field}>{`${renderContext.translator.pick(column.title)} ${text(column)}`}</span>
        ))}
      </div>
    </div>
  )
}

/** The line at the foot of every page. */
export function footerOf({ letterhead }: PrintedDocument, { record, renderContext, entity }: PrintContext): string {
  const footer = letterhead?.footer
  return footer ? textOfValue(footer, record.values[footer.field], standaloneContext(renderContext), entity) : ''
}

const pictureAt = (path: string, { record, pictures }: PrintContext): string | undefined =>
  pictures.get((record.values[path] as readonly FileValue[] | null | undefined)?.[0]?.id ?? '')

/** Two values side by side; long ones have a line of their own. */
function pairs(columns: readonly Column[]): Column[][] {
  const rows: Column[][] = []
  for (const column of columns) {
    const last = rows.at(-1)
    if (wideTypes.has(column.type) || !last || last.length === 2 || wideTypes.has(firstItem(last).type))
      rows.push([column])
    else last.push(column)
  }
  return rows
}

function Pair({ column, context: { record, renderContext, entity } }: { column: Column; context: PrintContext }) {
  return (
    <div className={wideTypes.has(column.type) ? styles.wide : undefined}>
      <dt>{renderContext.translator.pick(column.title)}</dt>
      <dd>{textOfValue(column, record.values[column.field], standaloneContext(renderContext), entity) || '—'}</dd>
    </div>
  )
}

function linePieces(
  columns: readonly Column[],
  value: Value | undefined,
  context: RenderContext,
  position: number,
): DrawnPiece[] {
  const lines = Array.isArray(value) ? (value as readonly LineValue[]) : []
  const summed = columns.findLast((column) => column.type === 'money')
  const sums = columns.map((column, index) => {
    if (column === summed) return context.format.amount(sumOfAmounts(lines, column.field))
    return index === 0 ? context.translator.t('document.sum') : ''
  })
  const rows = lines.map((line) => columns.map((column) => textOfValue(column, line[column.field], context)))
  return tablePieces(columns, { rows, ...(summed && lines.length > 0 && { sums }) }, context, position)
}

/** The records as the detail view lists them, without sums: they may be in any state. */
function relatedPieces(
  part: RelatedPart,
  columns: readonly Column[],
  { related, renderContext, timezone }: PrintContext,
  position: number,
): DrawnPiece[] {
  const { entity, reference, narrowed } = part
  const { rows, more } = related.find((table) => table.entity === entity && table.by === reference) ?? { rows: [] }
  const cells = printedRows(part, rows, timezone).map(({ values }) =>
    columns.map((column) => textOfValue(column, values[column.field], renderContext, entity)),
  )
  const { t } = renderContext.translator
  const left = [
    ...(more ? [t('record.relatedMore', { count: rows.length })] : []),
    ...(narrowed ? [t('document.narrowed')] : []),
  ]
  return [
    ...tablePieces(columns, { rows: cells }, renderContext, position),
    ...left.map((line) => ({ head: position, node: <p className={styles.text}>{line}</p> })),
  ]
}

interface TableTexts {
  readonly rows: readonly (readonly string[])[]
  readonly sums?: readonly string[]
}

function tablePieces(
  columns: readonly Column[],
  { rows, sums }: TableTexts,
  context: RenderContext,
  position: number,
): DrawnPiece[] {
  const shares = columns.map(({ type }) => `${fieldTypes[type].sheetWidth}fr`)
  const template = { gridTemplateColumns: ['28px', ...shares].join(' ') }
  const row = (className: string | undefined, cells: readonly ReactNode[]): ReactNode => (
    <div className={`${styles.row} ${className ?? ''}`} style={template}>
      {cells.map((cell, index) => (
        <span
          key={index}
          className={index > 0 && alignOf(columns[index - 1]!.type) === 'right' ? styles.right : undefined}
        >
          {cell}
        </span>
      ))}
    </div>
  )
  return [
    { leads: true, node: row(styles.head, ['#', ...columns.map((column) => context.translator.pick(column.title))]) },
    ...rows.map((cells, index) => ({ head: position, node: row(undefined, [index + 1, ...cells]) })),
    ...(sums ? [{ head: position, node: row(styles.sum, ['', ...sums]) }] : []),
  ]
}
