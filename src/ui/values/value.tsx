// How does a value look where it is read? One answer for lists, drawers, cards and time lines. A plain function: a list calls it hundreds of times.
import { lazy, Suspense, type ReactNode } from 'react'
import type { Colour, Field, FieldType } from '../../manifest/app'
import type { AddressValue, FileValue, LineValue, RefValue, Value } from '../../protocol/calls'
import type { Carrier } from '../../runtime/files'
import { isOwnAddress } from '../../runtime/places'
import { RouteLink } from './RouteLink'
import { optionsOf, type Scene } from './scene'
import { Thumbnail } from './Thumbnail'
import './values.css'

// What makes HTML harmless is as large as all other values together.
const RichText = lazy(() => import('./RichText').then(({ RichText: all }) => ({ default: all })))

export interface Shown {
  /** The path of the value, as in a column. */
  readonly field: string
  readonly type: FieldType
  readonly dictionary?: string
  readonly format?: Field['format']
  /** Lines: the fields that stand for a line. */
  readonly brief?: readonly string[]
  readonly fields?: Readonly<Record<string, Field>>
  /** ref: where it leads. */
  readonly entity?: string
}

export const nothing = <span className="value-none">-</span>

/** The value as something to look at. `owner`: the entity that the path begins at; `carrier`: the record, for its files. */
export function shownValue(
  shown: Shown,
  value: Value | undefined,
  scene: Scene,
  owner?: string,
  carrier?: Carrier,
): ReactNode {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return nothing
  switch (shown.type) {
    case 'choice':
      return <Tag {...choiceOf(shown, String(value), scene, owner)} />
    case 'ref': {
      const { id, label } = value as RefValue
      const { entity } = shown
      if (!scene.openRecord || entity === undefined) return label
      return (
        <button
          type="button"
          className="value-link"
          title={label}
          onClick={(event) => {
            event.stopPropagation()
            scene.openRecord?.(entity, id)
          }}
        >
          {label}
        </button>
      )
    }
    case 'money':
    case 'int':
    case 'decimal':
      return <span className={numberClass(shown, value)}>{textOfValue(shown, value, scene, owner)}</span>
    case 'files': {
      const files = value as FileValue[]
      const label = files.length === 1 ? files[0]!.name : scene.words.t('list.filesCount', { count: files.length })
      if (!scene.openFiles || !carrier) return label
      return (
        <button
          type="button"
          className="value-files"
          onClick={(event) => {
            event.stopPropagation()
            scene.openFiles?.(files, carrier)
          }}
        >
          <Thumbnail
            file={files.find(({ type }) => type.startsWith('image/')) ?? files[0]!}
            carrier={carrier}
            size={24}
          />
          <span>{label}</span>
        </button>
      )
    }
    default: {
      const text = textOfValue(shown, value, scene, owner)
      if (shown.format === 'route' && isOwnAddress(text))
        return <RouteLink to={text} title={scene.words.t('list.goThere')} />
      return shown.format === 'html' ? (
        <Suspense fallback={null}>
          <RichText text={text} />
        </Suspense>
      ) : (
        text
      )
    }
  }
}

/** Nothing at all steps back, so that the numbers that matter are seen; what somebody has to act on stands out. */
function numberClass({ format }: Shown, value: Value): string {
  const amount = Number(value)
  if (amount === 0) return 'value-number value-zero'
  return format === 'alert' && amount > 0 ? 'value-number value-alert' : 'value-number'
}

/** The value as text: for tooltips, comparisons and where nothing may be pressed. */
export function textOfValue(shown: Shown, value: Value | undefined, whole: Scene, owner?: string): string {
  if (value === null || value === undefined) return ''
  const { words, format, ...scene } = whole
  switch (shown.type) {
    case 'choice':
      return choiceOf(shown, String(value), { words, format, ...scene }, owner).label
    case 'ref':
      return (value as RefValue).label
    // A masked number comes as text with stars and stays as it is.
    case 'money':
      return format.money(String(value), true)
    case 'int':
    case 'decimal':
      return shown.format === 'percent'
        ? format.percent(String(value), shown.type === 'decimal')
        : format.number(String(value))
    case 'date':
      return format.date(String(value))
    case 'datetime':
      return format.datetime(String(value))
    case 'boolean':
      return words.t(value === true ? 'list.yes' : 'list.no')
    case 'address': {
      const { province, city, district, detail } = value as AddressValue
      return [...new Set([province, city, district])].filter(Boolean).join(' ') + (detail ? ` ${detail}` : '')
    }
    case 'files':
      return (value as FileValue[]).map((file) => file.name).join(', ')
    case 'lines':
      return shown.brief
        ? briefly(shown, value as LineValue[], whole)
        : words.t('list.linesCount', { count: (value as LineValue[]).length })
    default:
      return String(value)
  }
}

/** 门板 2、抽屉 1: every line by the fields that stand for it. */
function briefly({ brief = [], fields = {} }: Shown, lines: readonly LineValue[], scene: Scene): string {
  const cells = brief.flatMap((name) => fields[name] ?? [])
  const texts = lines.map((line) =>
    cells
      .map((cell) => textOfValue({ ...cell, field: cell.name }, line[cell.name], scene))
      .filter(Boolean)
      .join(' '),
  )
  return texts.join(scene.words.t('form.comma'))
}

function choiceOf(
  shown: Shown,
  code: string,
  scene: Scene,
  owner: string | undefined,
): { label: string; colour?: Colour } {
  const option = optionsOf(scene, shown, owner).find((one) => one.code === code)
  return { label: option ? scene.words.pick(option.title) : code, colour: option?.colour }
}

/** A choice or a state: coloured where its dictionary gives it a colour, plain text where it does not. */
export function Tag({ label, colour }: { label: string; colour?: Colour }) {
  return colour ? <span className={`value-tag value-${colour}`}>{label}</span> : <>{label}</>
}

/** Right for what is added up, left for everything else. */
export function alignOf(type: FieldType): 'left' | 'right' {
  return type === 'money' || type === 'int' || type === 'decimal' ? 'right' : 'left'
}
