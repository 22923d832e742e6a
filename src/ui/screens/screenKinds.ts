// Table of the block of each kind of screen; a missing kind fails the type check.
import { lazy, type ComponentType } from 'react'
import type { ScreenKind } from '../../manifest/model/screen'
import type { ScreenAnswer } from '../../protocol/screenCalls'
import { ExternalBlock } from './page/ExternalBlock'
import ListBlock from './list/ListBlock'

// The list is the most used block and is loaded with the layout, all others on first use.
export const blocksByKind = {
  list: ListBlock,
  form: lazy(() => import('./form/FormBlock')),
  detail: lazy(() => import('./record/DetailBlock')),
  calendar: lazy(() => import('./calendar/CalendarBlock')),
  board: lazy(() => import('./board/BoardBlock')),
  report: lazy(() => import('./report/ReportBlock')),
  dashboard: lazy(() => import('./dashboard/DashboardBlock')),
  page: lazy(() => import('./page/PageBlock')),
  redirect: ExternalBlock,
  external: ExternalBlock,
} satisfies Record<ScreenKind, ComponentType<{ screen: ScreenAnswer }>>
