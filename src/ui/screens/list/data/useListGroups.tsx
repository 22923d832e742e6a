// The groups of a list: their heads among the rows, folding, and what a column's header offers.
import { useMemo, useRef, type ReactNode } from 'react'
import { writeGrouping } from '../../../../client/navigation/urlState'
import { isDayType } from '../../../../manifest/expression/values/valueTypes'
import type { Column } from '../../../../manifest/model/column'
import type { Grouping, Value } from '../../../../protocol/calls'
import type { TableGroup } from '../../../table/GroupRow'
import type { HeadMenuEntry } from '../../../table/head/HeadMenu'
import { sumsOf } from '../../../table/columnSums'
import { renderValue } from '../../../values/renderValue'
import type { RenderContext } from '../../../values/renderContext'
import { groupHeads, pageOfHead } from './groupHeads'
import type { ListBasis } from './useListTable'

export interface ListGroups {
  /** Absent: the rows are not grouped. */
  readonly heads: readonly TableGroup[] | undefined
  readonly fold: (key: string) => void
  readonly menuOf: (key: string) => readonly HeadMenuEntry[]
}

/** The groupings that a column offers. */
export function groupingsOf({
  field,
  type,
  groupable,
}: Pick<Column, 'field' | 'type' | 'groupable'>): readonly Grouping[] {
  if (!groupable) return []
  return isDayType(type) ? [{ field }, { field, by: 'month' }] : [{ field }]
}

/** What columns offer, each with its title in a menu. */
export const groupingChoices = (columns: readonly Column[], translator: RenderContext['translator']) =>
  columns.flatMap((column) =>
    groupingsOf(column).map((grouping) => ({
      key: writeGrouping(grouping),
      title: groupingTitle(translator, column, grouping),
      grouping,
    })),
  )

function groupingTitle({ t, pick }: RenderContext['translator'], column: Column, { by }: Grouping): string {
  const title = pick(column.title)
  if (by) return t('list.groupByMonth', { title })
  return t(isDayType(column.type) ? 'list.groupByDay' : 'list.groupBy', { title })
}

/** Heads are undefined in a list that is not grouped. Folding is part of the address. */
export function useListGroups({ answer, context, address, columns, data }: ListBasis): ListGroups {
  const { state, set } = address
  const { groupBy: group, busy } = data
  const entity = answer.screen.entity ?? ''
  const { rows, rowGroups, groups, hasNext } = data
  const column = columns.all.find(({ field }) => field === group?.field)
  const heads = useMemo(() => {
    if (!group || !column || !rows || !rowGroups) return undefined
    const page = {
      rowGroups,
      groups: groups ?? [],
      folded: group.folded ?? [],
      offset: (state.page - 1) * columns.size,
      isLast: !hasNext,
    }
    return groupHeads(page).map(({ key, value, before, isFolded, group: counted }) => ({
      key,
      before,
      isFolded,
      title:
        group.by && value !== null ? context.format.month(String(value)) : groupTitle(value, column, context, entity),
      ...(counted && { count: context.format.number(counted.count) }),
      sums: (counted && sumsOf(columns.shown, counted.sums, context, entity)) ?? {},
    }))
  }, [group, column, rows, rowGroups, groups, state.page, columns.size, columns.shown, hasNext, context, entity])
  // Until others are read, the previous rows keep their heads.
  const answered = useRef(heads)
  if (!busy) answered.current = heads
  const fold = (key: string) => {
    if (!group) return
    const before = group.folded ?? []
    const folded = before.includes(key) ? before.filter((other) => other !== key) : [...before, key]
    set({ group: { ...group, folded }, page: pageOfHead(data, folded, key, columns.size) }, { replace: true })
  }
  const menuOf = (key: string): readonly HeadMenuEntry[] => {
    const offered = columns.all.filter(({ field }) => field === key)
    const entries = groupingChoices(offered, context.translator).map(({ grouping, ...entry }) => ({
      ...entry,
      run: () => set({ group: grouping }),
    }))
    return group && group.field === key
      ? [
          ...entries,
          { key: ' none', title: context.translator.t('list.groupNot'), run: () => set({ group: undefined }) },
        ]
      : entries
  }
  return { heads: answered.current, fold, menuOf }
}

/** Plain, since it stands in a button. */
function groupTitle(value: Value, column: Column, context: RenderContext, entity: string): ReactNode {
  if (value === null) return context.translator.t('list.groupNone', { title: context.translator.pick(column.title) })
  const drawn = isDayType(column.type) ? { ...column, type: 'date' as const } : column
  return renderValue(drawn, value, { ...context, openRecord: undefined }, { entity })
}
