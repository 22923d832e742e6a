// Draws the actions of a row: the first as link buttons, the rest behind a menu.
// Destructive ones are in the menu, unless they are the other answer to the step.
import type { Action } from '../../manifest/model/column'
import type { Entity } from '../../manifest/model/entity'
import type { PrintedDocument } from '../../manifest/model/document'
import type { RecordData } from '../../protocol/calls'
import type { Translator } from '../../client/text/translate'
import { textWidth } from '../values/textWidth'
import { actionsOf, isAnswer, isBack, isDanger } from './availableActions'
import { opensForm } from './opensForm'
import type { OpenMenu } from './RowMenu'

export interface RowActionsOptions {
  /** The entity of the rows. */
  readonly entity: string
  readonly entities: Readonly<Record<string, Entity>>
  /** All that rows offer here, where their records allow it. */
  readonly actions: readonly Action[]
  readonly run: (action: Action, row: RecordData) => void
  /** Printing follows the actions. */
  readonly documentsOf?: (row: RecordData) => readonly PrintedDocument[]
  readonly print?: (document: PrintedDocument, row: RecordData) => void
  readonly openMenu: (menu: OpenMenu) => void
  /** Little room: only the first action is visible beside the menu. */
  readonly compact?: boolean
  readonly translator: Translator
}

/**
 * Number of visible actions: three if there are no more and they are short, else two, or one if two are too long; the
 * others are in the menu.
 */
const maxInSight = 3
const gapPixels = 14
/** Maximum width of the actions of a row, in pixels. */
const maxActionsPixels = 250
/** Maximum width of two answers where there is little room, in pixels. */
const maxAnswersPixels = 150
/** Maximum width of the column; the menu button is never cut off by it. */
const maxColumnPixels = 320

const widthOf = (titles: readonly string[]): number =>
  titles.reduce((sum, title) => sum + textWidth(title) + gapPixels, 12)

/** What a row offers: an action, or a document to print. */
interface RowItem {
  readonly key: string
  readonly label: string
  readonly danger: boolean
  /** Only in the menu. */
  readonly hidden: boolean
  /** In sight, but not to be taken for the next step. */
  readonly back: boolean
  readonly run: () => void
}

function itemsOf(row: RecordData, options: Omit<RowActionsOptions, 'openMenu'>): RowItem[] {
  const { entity, entities, actions, run, documentsOf, print, translator } = options
  const possible = actionsOf(row, actions, entity, entities)
  const documents = documentsOf?.(row) ?? []
  return [
    ...possible.map((action) => ({
      key: `${action.entity}.${action.transition}`,
      label: translator.pick(action.title),
      danger: isDanger(action, entities),
      hidden: isDanger(action, entities) && !isAnswer(action, { possible, offered: actions }, entities),
      back: isBack(action, entities, { row, entityName: entity }),
      run: () => run(action, row),
    })),
    ...documents.map((document) => ({
      key: `print ${document.name}`,
      label:
        documents.length === 1
          ? translator.t('document.print')
          : translator.t('document.printNamed', { title: translator.pick(document.title) }),
      danger: false,
      hidden: false,
      back: false,
      run: () => print?.(document, row),
    })),
  ]
}

function visibleItems(
  items: readonly RowItem[],
  { translator: { t }, compact }: Pick<RowActionsOptions, 'translator' | 'compact'>,
): readonly RowItem[] {
  const helpful = items.filter(({ hidden }) => !hidden)
  const titles = helpful.map(({ label }) => label)
  const isWhole = helpful.length === items.length
  // Two answers take no more room than the first of them and the button of the menu.
  const isAnswered = isWhole && helpful.some(({ danger }) => danger) && widthOf(titles) <= maxAnswersPixels
  if (compact) return isAnswered ? helpful : helpful.slice(0, 1)
  if (
    isWhole &&
    (helpful.length < maxInSight || (helpful.length === maxInSight && widthOf(titles) <= maxActionsPixels))
  )
    return helpful
  const two = maxInSight - 1
  return helpful.slice(0, widthOf([...titles.slice(0, two), t('list.moreActions')]) <= maxColumnPixels ? two : 1)
}

/** Width of the widest row of actions, in pixels. */
export function actionsWidth(rows: readonly RecordData[], options: Omit<RowActionsOptions, 'openMenu'>): number {
  const needed = rows.reduce((maxRow, row) => {
    const items = itemsOf(row, options)
    const visible = visibleItems(items, options)
    const titles = [
      ...visible.map(({ label }) => label),
      ...(items.length > visible.length ? [options.translator.t('list.moreActions')] : []),
    ]
    return Math.max(maxRow, widthOf(titles))
  }, 0)
  return Math.min(maxColumnPixels, Math.max(88, Math.ceil(needed)))
}

/** Draws nothing but an empty span for a row without actions, so that the column keeps its place. */
export function RowActions({ row, options }: { row: RecordData; options: RowActionsOptions }) {
  const { entity, openMenu, translator } = options
  const items = itemsOf(row, options)
  const visible = visibleItems(items, options)
  const rest = items.filter((item) => !visible.includes(item))
  return (
    <span className="table-actions" onDoubleClick={(event) => event.stopPropagation()}>
      {visible.map(({ key, label, danger, back, run }) => (
        <button
          {...opensForm}
          key={key}
          type="button"
          className={`table-action${danger ? ' table-action-danger' : back ? ' table-action-back' : ''}`}
          onClick={run}
        >
          {label}
        </button>
      ))}
      {rest.length > 0 && (
        <button
          {...opensForm}
          type="button"
          className="table-action table-action-more"
          aria-haspopup="menu"
          aria-label={translator.t('list.moreActionsOf', { label: row.label })}
          onClick={({ currentTarget }) =>
            openMenu({ button: currentTarget, record: { entity, id: row.id }, items: rest })
          }
        >
          {translator.t('list.moreActions')}
        </button>
      )}
    </span>
  )
}
