// Table of the block of each kind of screen; a missing kind fails the type check.
import { lazy, type ComponentType } from 'react'
import type { ScreenKind } from '../../manifest/model/screen'
import type { ScreenAnswer } from '../../protocol/screenCalls'
import { ExternalBlock } from './page/ExternalBlock'
import ListBlock from './list/ListBlock'

const chunks = {
  form: () => import('./form/FormBlock'),
  detail: () => import('./record/DetailBlock'),
  calendar: () => import('./calendar/CalendarBlock'),
  board: () => import('./board/BoardBlock'),
  report: () => import('./report/ReportBlock'),
  dashboard: () => import('./dashboard/DashboardBlock'),
  page: () => import('./page/PageBlock'),
}

/** Begins to load what draws a kind of screen, beside the call for the screen. */
export function fetchBlock(kind: ScreenKind): void {
  const fetchChunk = (chunks as Partial<Record<ScreenKind, () => Promise<unknown>>>)[kind]
  // A failed load is repeated on use, which shows the failure.
  if (fetchChunk) void Promise.allSettled([fetchChunk()])
}

// The list is the most used block and is loaded with the layout, all others on first use.
export const blocksByKind = {
  list: ListBlock,
  form: lazy(chunks.form),
  detail: lazy(chunks.detail),
  calendar: lazy(chunks.calendar),
  board: lazy(chunks.board),
  report: lazy(chunks.report),
  dashboard: lazy(chunks.dashboard),
  page: lazy(chunks.page),
  redirect: ExternalBlock,
  external: ExternalBlock,
} satisfies Record<ScreenKind, ComponentType<{ screen: ScreenAnswer }>>
