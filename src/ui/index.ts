// Which block draws which kind of screen? One table; a kind without a block fails the type check.
import { lazy, type ComponentType } from 'react'
import type { ScreenKind } from '../manifest/app'
import type { ScreenAnswer } from '../protocol/calls'
import { ElsewhereBlock } from './blocks/ElsewhereBlock'
import ListBlock from './blocks/ListBlock'

// The list is what people open all day: it comes with the frame. All others come when one of them is opened.
export const blocks = {
  list: ListBlock,
  form: lazy(() => import('./blocks/FormBlock')),
  detail: lazy(() => import('./blocks/DetailBlock')),
  calendar: lazy(() => import('./blocks/CalendarBlock')),
  board: lazy(() => import('./blocks/BoardBlock')),
  report: lazy(() => import('./blocks/ReportBlock')),
  dashboard: lazy(() => import('./blocks/DashboardBlock')),
  page: lazy(() => import('./blocks/PageBlock')),
  redirect: ElsewhereBlock,
  external: ElsewhereBlock,
} satisfies Record<ScreenKind, ComponentType<{ screen: ScreenAnswer }>>
