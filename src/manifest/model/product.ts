// Compiled app.json: properties of the whole product.
import type { Rule } from './rule'
import { Languages, type Text } from './text'

/** What a named list opens. */
export interface Allowlist {
  /** The caller's entry on the list. */
  readonly member: Rule
  readonly screens: readonly string[]
  readonly refusalMessage: Text
}

/** Fields of a scheduled report that the engine reads. */
export const scheduleFields: readonly string[] = [
  'name',
  'request',
  'every',
  'weekday',
  'dayOfMonth',
  'hour',
  'delivery',
  'address',
  'language',
  'dueAt',
  'nextAt',
  'tries',
]

/** Why a message was not sent, as the outbox stores it. */
export const sendFailures = [
  'refused',
  'unclear',
  'noToken',
  'noChannel',
  'ended',
  'down',
  'slow',
  'private',
  'notAllowed',
  'redirected',
  'tooLarge',
] as const
export type SendFailure = (typeof sendFailures)[number]

export interface Product {
  readonly title: Text
  readonly shortTitle: Text
  /** Addresses among the page's own files. */
  readonly icon: string
  readonly touchIcon?: string
  readonly languages: Languages
  /** The engine's own texts in further languages, by language, then by catalog and key. */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly clientName: string
  readonly homeScreen: string
  /** Screens in the account menu. */
  readonly accountScreens: readonly string[]
  /** By the name of a session list. */
  readonly allowlists: Readonly<Record<string, Allowlist>>
  /** Origins whose responses are passed on unchanged. */
  readonly passthroughOrigins?: readonly string[]
  readonly timezone: string
  readonly currency: string
  readonly theme: { readonly primaryColor: string; readonly size: 'default' | 'medium' | 'small' | 'mini' }
  readonly cookies: {
    readonly token: string
    readonly language: string
    readonly size: string
    readonly sidebar: string
    readonly lastAccount?: string
    readonly signedIn?: string
    readonly integration?: string
  }
  readonly logEntity: string
  /** The audit log of sign-ins, exports and opened records. */
  readonly audit?: { readonly entity: string; readonly opened?: readonly string[] }
  /** Outgoing messages, and how the server sends them. */
  readonly outbox?: {
    readonly entity: string
    readonly waitingState: string
    readonly takeTransition: string
    readonly sendOnceTransition: string
    readonly sentTransition: string
    readonly failTransition: string
    readonly loseTransition: string
  }
  /** Changes of manifests that wait for an administrator's decision. */
  readonly proposals?: {
    readonly entity: string
    readonly proposeTransition: string
    readonly noteTransition: string
    readonly takeOverTransition: string
    readonly leaveTransition: string
    readonly goBackTransition: string
  }
  /** Subscriptions of other systems, and their pending events. */
  readonly webhooks?: {
    readonly entity: string
    readonly activeState: string
    readonly renewTransition: string
    readonly deliveryEntity: string
    readonly waitingState: string
    readonly queueTransition: string
    readonly sentTransition: string
    readonly failTransition: string
    readonly giveUpTransition: string
  }
  /** Lists and reports that the server sends regularly. */
  readonly scheduledReports?: {
    readonly entity: string
    readonly screen: string
    readonly createTransition: string
    readonly activeState: string
    readonly planTransition: string
    readonly sentTransition: string
    readonly failTransition: string
    readonly stopTransition: string
    readonly channel: string
    readonly subject: Text
    readonly text: Text
    readonly maxRows: number
    readonly maxMegabytes: number
  }
  readonly messages: {
    readonly entity: string
    readonly sendTransition: string
    readonly readTransition: string
    readonly unreadState: string
    readonly screen: string
    /** Kind of the message to an account mentioned in a note. */
    readonly noteKind?: string
    /** The endpoint with which an account chooses where else messages arrive. */
    readonly choicesEndpoint?: string
    readonly counters: Readonly<Record<string, string>>
  }
}
