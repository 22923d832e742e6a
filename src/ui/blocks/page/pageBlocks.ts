// Which built-in parts can a page or a dashboard be made of? One row each, by the name that a manifest writes. A name that is not here is refused
// in sight, never drawn as nothing.
import { lazy, type ComponentType } from 'react'
import type { Block } from '../../../manifest/app'
import type { DashboardBlock, ScreenAnswer } from '../../../protocol/calls'
import { TextPart } from './TextPart'

/** `found`: what the server says of it for this caller. */
export interface PageBlockProps {
  readonly block: Block
  readonly screen: ScreenAnswer
  readonly found?: DashboardBlock
}
export type PageBlock = ComponentType<PageBlockProps>

export const pageBlocks = {
  text: TextPart,
  notFound: lazy(() => import('./NotFoundPart')),
  frame: lazy(() => import('./FramePart')),
  outsideFailed: lazy(() => import('./OutsideFailedPart')),
  noPermission: lazy(() => import('./NoPermissionPart')),
  account: lazy(() => import('./AccountPart')),
  authRedirect: lazy(() => import('./AuthRedirectPart')),
  call: lazy(() => import('./CallPart')),
  display: lazy(() => import('./DisplayPart')),
  outsideSignIn: lazy(() => import('./OutsideSignInPart')),
  resetPassword: lazy(() => import('./ResetPasswordPart')),
} satisfies Record<string, PageBlock>

/** undefined: there is no such part. */
export const pageBlockOf = (name: string): PageBlock | undefined =>
  Object.hasOwn(pageBlocks, name) ? pageBlocks[name as keyof typeof pageBlocks] : undefined
