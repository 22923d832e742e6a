// Renders a value for display: lists, drawers, cards and timelines.
// A plain function, because a list calls it hundreds of times.
import { firstItem } from '../../manifest/expression/values/present'
import { isPicture } from '../../manifest/fieldTypes/mediaTypes'
import { isNumberType } from '../../manifest/expression/values/valueTypes'
import { lazy, Suspense, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { pathOf } from '../../manifest/access/screenByPath'
import type { Tone, Field, FieldType } from '../../manifest/model/field'
import type { AddressValue, FileValue, LineValue, RefValue, Value } from '../../protocol/calls'
import type { Carrier } from '../../client/data/fileTransfer'
import { requestText } from '../../client/text/requestText'
import { isOwnAddress } from '../../protocol/transport'
import { RouteLink } from './RouteLink'
import { drillAddress } from '../../client/navigation/drillDown'
import { optionsOf, type RenderContext } from './renderContext'
import { filesInLines } from './files/filesOf'
import { Thumbnail } from './Thumbnail'
import './values.css'

// Lazy, because the HTML sanitizer is as large as everything else here.
const RichText = lazy(() => import('./RichText').then(({ RichText: all }) => ({ default: all })))

export interface DisplayedField {
  /** The path of the value, as in a column. */
  readonly field: string
  readonly type: FieldType
  readonly dictionary?: string
  readonly format?: Field['format']
  /** The list of the records behind the number. */
  readonly drillDown?: string
  /** Lines: the fields that summarize a line. */
  readonly summaryFields?: readonly string[]
  readonly fields?: Readonly<Record<string, Field>>
  /** ref: the entity it refers to. */
  readonly entity?: string
}

export const emptyMark = <span className="value-none">-</span>

/** The origin of a value. */
interface ValueSource {
  /** The entity at which the path begins. */
  readonly entity?: string
  /** The record whose files the value names. */
  readonly carrier?: Carrier
}

/** Renders a value. */
export function renderValue(
  displayedField: DisplayedField,
  value: Value | undefined,
  context: RenderContext,
  { entity, carrier }: ValueSource = {},
): ReactNode {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return emptyMark
  switch (displayedField.type) {
    case 'choice':
      return <Tag {...choiceOf(displayedField, String(value), context, entity)} />
    case 'ref':
      return referenceLink(value as RefValue, displayedField.entity, context)
    case 'money':
    case 'int':
    case 'decimal': {
      const number = (
        <span className={numberClass(displayedField, value)}>
          {textOfValue(displayedField, value, context, entity)}
        </span>
      )
      const address = recordsBehind(displayedField, value, context, carrier)
      if (address === undefined) return number
      return (
        <NumberLink to={address} inDialog={context.inDialog}>
          {number}
        </NumberLink>
      )
    }
    case 'files':
      return filesButton(value as FileValue[], context, carrier)
    case 'lines': {
      const files = filesInLines(displayedField, value as LineValue[])
      const text = textOfValue(displayedField, value, context, entity)
      return files.length > 0 ? filesButton(files, context, carrier, text) : text
    }
    case 'string':
    case 'text':
    case 'date':
    case 'datetime':
    case 'boolean':
    case 'mobile':
    case 'address':
      return formattedText(displayedField, textOfValue(displayedField, value, context, entity), context)
    default:
      return displayedField.type satisfies never
  }
}

/** The address of the records behind the number of a record, if a list of them opens for the user. */
function recordsBehind(
  { field, drillDown }: DisplayedField,
  value: Value,
  { opens }: RenderContext,
  carrier: Carrier | undefined,
): string | undefined {
  // Behind a reference it is the number of another record.
  if (drillDown === undefined || !carrier || field.includes('.') || Number(value) === 0 || !opens?.(drillDown))
    return undefined
  const number = `${carrier.entity}.${field}.${carrier.record}`
  return drillAddress(drillDown, { screen: pathOf(drillDown), number })
}

interface NumberLinkProps extends Pick<RenderContext, 'inDialog'> {
  readonly to: string
  readonly children: ReactNode
}

const NumberLink = ({ to, inDialog, children }: NumberLinkProps) => (
  <Link
    className="value-link"
    to={to}
    onClick={(event) => event.stopPropagation()}
    {...(inDialog && { target: '_blank', rel: 'noreferrer' })}
  >
    {children}
  </Link>
)

/** The label of a record, as a link if it can be opened. */
function referenceLink({ id, label }: RefValue, entity: string | undefined, context: RenderContext): ReactNode {
  if (!context.openRecord || entity === undefined || !context.canOpen(entity)) return label
  return (
    <button
      type="button"
      className="value-link value-reference"
      title={label}
      onClick={(event) => {
        event.stopPropagation()
        context.openRecord?.(entity, id)
      }}
    >
      {label}
    </button>
  )
}

/** One picture and the text, name or number of the files, which opens them where that is possible. */
function filesButton(
  files: readonly FileValue[],
  context: RenderContext,
  carrier: Carrier | undefined,
  text?: string,
): ReactNode {
  const label =
    text ??
    (files.length === 1 ? firstItem(files).name : context.translator.t('list.filesCount', { count: files.length }))
  if (!context.openFiles || !carrier) return label
  return (
    <button
      type="button"
      className="value-files"
      onClick={(event) => {
        event.stopPropagation()
        context.openFiles?.(files, carrier)
      }}
    >
      <Thumbnail file={files.find(({ type }) => isPicture(type)) ?? files[0]!} carrier={carrier} size={24} />
      <span>{label}</span>
    </button>
  )
}

function formattedText({ format }: DisplayedField, text: string, context: RenderContext): ReactNode {
  if (format === 'route' && isOwnAddress(text))
    return <RouteLink to={text} title={context.translator.t('list.goThere')} />
  if (format !== 'html') return text
  return (
    <Suspense fallback={null}>
      <RichText text={text} />
    </Suspense>
  )
}

/** Dims zeros, so that other numbers are noticed; emphasizes values that require action. */
function numberClass({ format }: DisplayedField, value: Value): string {
  const amount = Number(value)
  if (amount === 0) return 'value-number value-zero'
  return (format === 'alert' && amount > 0) || format === 'balance' ? 'value-number value-alert' : 'value-number'
}

/** The value as text: for tooltips, comparisons and places without links. */
export function textOfValue(
  displayedField: DisplayedField,
  value: Value | undefined,
  context: RenderContext,
  owner?: string,
): string {
  if (value === null || value === undefined) return ''
  const { translator, format } = context
  switch (displayedField.type) {
    case 'choice':
      return choiceOf(displayedField, String(value), context, owner).label
    case 'ref':
      return (value as RefValue).label
    // A masked number is text with asterisks and stays unchanged.
    case 'money':
      return context.standsAlone ? format.money(String(value)) : format.amount(String(value))
    case 'int':
    case 'decimal':
      return displayedField.format === 'percent'
        ? format.percent(String(value), displayedField.type === 'decimal')
        : format.number(String(value))
    case 'date':
      return format.date(String(value))
    case 'datetime':
      return format.datetime(String(value))
    case 'boolean':
      return translator.t(value === true ? 'list.yes' : 'list.no')
    case 'address': {
      const { province, city, district, detail } = value as AddressValue
      return [...new Set([province, city, district])].filter(Boolean).join(' ') + (detail ? ` ${detail}` : '')
    }
    case 'files':
      return (value as FileValue[]).map((file) => file.name).join(', ')
    case 'lines':
      return displayedField.summaryFields
        ? briefly(displayedField, value as LineValue[], context)
        : translator.t('list.linesCount', { count: (value as LineValue[]).length })
    case 'string':
    case 'text':
    case 'mobile':
      return displayedField.format === 'request' ? requestText(String(value), translator) : String(value)
  }
}

/**
 * 门板 2、抽屉 1: every line by its summary fields, whose numbers have no head that names their unit. Numbers of one unit
 * have their title instead, which names it too: 厨房 宽(mm) 3,000 高(mm) 2,600.
 */
function briefly(
  { summaryFields = [], fields = {} }: DisplayedField,
  lines: readonly LineValue[],
  context: RenderContext,
): string {
  const cells = summaryFields.flatMap((name) => fields[name] ?? [])
  const alone = { ...context, standsAlone: true as const }
  const texts = lines.map((line) =>
    cells
      .map((cell) => {
        const text = textOfValue({ ...cell, field: cell.name }, line[cell.name], alone)
        if (!text) return text
        if (hasTwin(cell, cells)) return `${context.translator.pick(cell.title)} ${text}`
        return cell.unit ? `${text} ${context.translator.pick(cell.unit)}` : text
      })
      .filter(Boolean)
      .join(' '),
  )
  return texts.join(context.translator.t('form.comma'))
}

/** Whether another number beside it looks alike: of the same unit. */
function hasTwin(cell: Field, cells: readonly Field[]): boolean {
  const unitOf = ({ unit }: Field) => unit && Object.values(unit).join()
  return cell.unit !== undefined && cells.some((other) => other !== cell && unitOf(other) === unitOf(cell))
}

function choiceOf(
  displayedField: DisplayedField,
  code: string,
  context: RenderContext,
  owner: string | undefined,
): { label: string; color?: Tone } {
  const option = optionsOf(context, displayedField, owner).find((item) => item.code === code)
  return { label: option ? context.translator.pick(option.title) : code, color: option?.color }
}

/** A choice or a state: a colored tag if its dictionary has a color, else plain text. */
export function Tag({ label, color }: { label: string; color?: Tone }) {
  return color ? <span className={`value-tag value-${color}`}>{label}</span> : <>{label}</>
}

/** Right for summable types, left for all others. */
export function alignOf(type: FieldType): 'left' | 'right' {
  return isNumberType(type) ? 'right' : 'left'
}
