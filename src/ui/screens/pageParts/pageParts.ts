// Table of the built-in parts of pages and dashboards by their manifest name.
// An unknown name is reported, never drawn as nothing.
import { lazy } from 'react'
import type { PartName } from '../../../manifest/context/drawnNames'
import { TextPart } from './content/TextPart'
import type { PageBlockComponent } from '../common/pagePart'

export const pageBlocks = {
  text: TextPart,
  notFound: lazy(() => import('./content/NotFoundPart')),
  frame: lazy(() => import('./content/FramePart')),
  integrationFailed: lazy(() => import('./account/IntegrationFailedPart')),
  noPermission: lazy(() => import('./content/NoPermissionPart')),
  account: lazy(() => import('./account/AccountPart')),
  apiReference: lazy(() => import('./apiReference/ApiReferencePart')),
  authRedirect: lazy(() => import('./account/AuthRedirectPart')),
  call: lazy(() => import('./content/CallPart')),
  display: lazy(() => import('./account/DisplayPart')),
  integrationSignIn: lazy(() => import('./account/IntegrationSignInPart')),
  linkedAccounts: lazy(() => import('./security/LinkedAccountsPart')),
  manual: lazy(() => import('./manual/ManualPart')),
  secondFactor: lazy(() => import('./security/SecondFactorPart')),
  resetPassword: lazy(() => import('./account/ResetPasswordPart')),
  signIn: lazy(() => import('./account/SignInPart')),
} satisfies Record<PartName | 'text' | 'frame' | 'call', PageBlockComponent>

/** undefined: there is no such part. */
export const pageBlockOf = (name: string): PageBlockComponent | undefined =>
  Object.hasOwn(pageBlocks, name) ? pageBlocks[name as keyof typeof pageBlocks] : undefined
