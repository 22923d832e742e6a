// Selects the part of a screen that a caller gets: columns, filters, actions and blocks.
import { canOpen, canRead, canRunAction } from '../../../manifest/access/permissions'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Block, Figure } from '../../../manifest/model/block'
import type { Action, Column } from '../../../manifest/model/column'
import type { Entity } from '../../../manifest/model/entity'
import type { Screen } from '../../../manifest/model/screen'
import type { Caller } from '../../context/context'
import { readableField } from '../../query/policy/fieldAccess'
import { sliceColumns, sliceSections, withoutRule } from './definitionsForCaller'

/** What the caller may bring back; the rules behind it stay here. */
function exchangeForCaller(app: App, caller: Caller, { exchange, entity }: Screen): Screen['exchange'] {
  if (!exchange || entity === undefined) return undefined
  const permitted = (name: string | undefined) =>
    name !== undefined && canRunAction(app, caller, { entity, transition: name }) ? name : undefined
  const [create, update] = [permitted(exchange.create), permitted(exchange.update)]
  if (create === undefined && update === undefined) return undefined
  const { lines, key, messages, webhooks } = exchange
  return { create, update, ...(lines !== undefined && { lines }), key, values: {}, messages, webhooks }
}

/** A screen narrowed to the caller, with the columns, filters and actions that the rights allow. */
export function screenForCaller(app: App, caller: Caller, screen: Screen): Screen {
  const entity = screen.entity === undefined ? undefined : app.entities[screen.entity]
  const columns = (list: readonly Column[]) => (entity ? sliceColumns(app, caller, entity, list) : list)
  return {
    ...screen,
    columns: columns(screen.columns),
    filters: columns(screen.filters),
    actions: actionsForCaller(app, caller, entity, screen.actions),
    batchActions: screen.batchActions.filter(
      ({ transition }) =>
        screen.entity !== undefined && canRunAction(app, caller, { entity: screen.entity, transition }),
    ),
    printActions: entity && canRead(app, caller, entity) ? screen.printActions : [],
    exchange: exchangeForCaller(app, caller, screen),
    sections: entity
      ? sliceSections(screen.sections, (path) => readableField(app, entity, path, caller) !== undefined)
      : screen.sections,
    report: screen.report && {
      ...screen.report,
      measures: screen.report.measures.map(({ compute: _compute, ...measure }) => ({
        ...measure,
        dimensions: {},
        aggregate: measure.aggregate && withoutRule(measure.aggregate),
      })),
    },
    blocks: screen.blocks.map((block) => blockForCaller(app, caller, block)),
    // Enough for a tab; the content of a further list is read under its own address.
    moreLists: screen.moreLists
      .filter((list) => canOpen(app, caller, list))
      .map((list) => ({
        ...list,
        where: undefined,
        columns: [],
        filters: [],
        actions: [],
        batchActions: [],
        source: '',
      })),
    source: '',
  }
}

/** `of`: the entity whose records are listed. */
function actionsForCaller(app: App, caller: Caller, of: Entity | undefined, actions: readonly Action[]): Action[] {
  return actions.filter(
    (action) =>
      canRunAction(app, caller, action) &&
      (action.on === undefined ||
        (of !== undefined &&
          readableField(app, of, action.on, caller) !== undefined &&
          canRead(app, caller, entityOf(app, action.entity)))),
  )
}

/** A block with the columns, sent fields and actions of the caller; the rules behind figures stay here. */
function blockForCaller(app: App, caller: Caller, block: Block): Block {
  if (block.withheld) return block
  const { entity, sentFields } = block
  const of = entity === undefined ? undefined : app.entities[entity]
  // The condition was evaluated already, or is evaluated with the block's data.
  const { visibleWhen: _visibleWhen, ...drawn } = block
  return {
    ...drawn,
    figures: block.figures.map(figureForCaller),
    steps: block.steps.map(({ where: _where, ...step }) => step),
    ...(of &&
      block.columns && {
        columns: sliceColumns(app, caller, of, block.columns),
        actions: actionsForCaller(app, caller, of, block.actions),
      }),
    // Keep an empty block: data is matched to blocks by position.
    ...(of && !canRead(app, caller, of) && { columns: [], actions: [], where: undefined }),
    ...(of &&
      sentFields && { sentFields: sentFields.filter((path) => readableField(app, of, path, caller) !== undefined) }),
  }
}

function figureForCaller(figure: Figure): Figure {
  const { compute: _compute, daily: _daily, target: _target, ...drawn } = figure
  return { ...drawn, aggregate: drawn.aggregate && withoutRule(drawn.aggregate) }
}
