// Table of the built-in parts of pages and dashboards by their manifest name.
// An unknown name is reported, never drawn as nothing.
import { lazy } from 'react'
import type { PartName } from '../../../manifest/context/drawnNames'
import { TextPart } from './content/TextPart'
import type { PagePartComponent } from '../common/pagePart'

export const pageParts = {
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
  jobs: lazy(() => import('./jobs/JobsPart')),
  linkedAccounts: lazy(() => import('./security/LinkedAccountsPart')),
  manual: lazy(() => import('./manual/ManualPart')),
  secondFactor: lazy(() => import('./security/SecondFactorPart')),
  resetPassword: lazy(() => import('./account/ResetPasswordPart')),
  signIn: lazy(() => import('./account/SignInPart')),
} satisfies Record<PartName | 'text' | 'frame' | 'call', PagePartComponent>

/** undefined: there is no such part. */
export const pagePartOf = (name: string): PagePartComponent | undefined =>
  Object.hasOwn(pageParts, name) ? pageParts[name as keyof typeof pageParts] : undefined
