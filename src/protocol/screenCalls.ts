// Requests and answers of the calls with which the page begins and draws its screens.
import type { Dictionary } from '../manifest/model/app'
import type { Entity } from '../manifest/model/entity'
import type { Field } from '../manifest/model/field'
import type { Module, Screen } from '../manifest/model/screen'
import type { Product } from '../manifest/model/product'
import type { Text } from '../manifest/model/text'
import type { MenuEntry, Route } from '../manifest/access/navigation'
import type { FileValue, RefValue } from './calls'
import type { EndpointInfo } from './publicEntry'

/** GET /api/boot: the caller's account, rights and routes, in the caller's language. 2999 without a valid token. */
export interface BootAnswer {
  readonly revision: string
  readonly product: Product
  readonly account: {
    readonly id: number
    readonly name: string
    readonly login: string
    readonly tenant: RefValue
    readonly unit: RefValue | null
    readonly scope: string
    readonly administrator: boolean
    /** The entity of accounts, and that of their units. */
    readonly entity: string
    readonly unitEntity?: string
    readonly avatar: FileValue[]
  }
  /** The effective permission codes. */
  readonly codes: readonly string[]
  /** Key that seals form drafts on the device; differs by account and by its rights. */
  readonly draftKey: string
  readonly menu: readonly MenuEntry[]
  /** Entities of which the caller may open no record: their names and labels are no links. */
  readonly closedEntities: readonly string[]
  /** Every screen the caller may open, by path, redirects resolved. */
  readonly routes: Readonly<Record<string, Route>>
  readonly modules: Readonly<Record<string, Pick<Module, 'name' | 'title' | 'path'>>>
  /** Stored preferences of the account: columns by screen, and so on. */
  readonly preferences: Readonly<Record<string, unknown>>
  /** What others share with the account: by reach, then by name. */
  readonly sharedPreferences: Readonly<Record<SharingReach, Readonly<Record<string, unknown>>>>
  /** With whom the account may share: its unit, its tenant. */
  readonly sharesWith: readonly SharingReach[]
  readonly counters: Readonly<Record<string, number>>
  /** The frame with the map service; absent: addresses are plain fields. */
  readonly map?: string
  /** Role admin only: problems of the files on disk, when the last change was invalid. */
  readonly problems?: readonly string[]
  /** Role admin only: what is sound in the live manifests, though surely not meant. */
  readonly warnings?: readonly string[]
  /** Role admin only: changes of the manifests that wait for a decision, and the screen that shows them. */
  readonly waitingChanges?: { readonly count: number; readonly screen: string }
}

/**
 * POST /api/screen {path}: everything needed to draw one screen, in the caller's language. The entities hold only the
 * transitions that the caller may run.
 */
export interface ScreenRequest {
  readonly path: string
}
/** A declared endpoint as the page needs it to call it. */
export interface CallInfo extends EndpointInfo {
  readonly title: Text
  readonly request: Readonly<Record<string, Field>>
}
export interface ScreenAnswer {
  readonly revision: string
  readonly screen: Screen
  readonly entities: Readonly<Record<string, Entity>>
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  readonly settings: Readonly<Record<string, unknown>>
  /** Pages of integrations for the screen's frames, by integration. `boxed`: the page has no origin of its own. */
  readonly frames?: Readonly<Record<string, { readonly address: string; readonly boxed: boolean }>>
  /** Dashboards: what the caller may add of other screens. */
  readonly offeredBlocks?: readonly OfferedBlock[]
  /** The endpoints that the screen calls, by name. */
  readonly calls?: Readonly<Record<string, CallInfo>>
}
/** The block that stands for the charts of a report. */
export const reportCharts = 'charts'

/** A block of another screen, whose data is read there; or the charts of a report. */
export interface OfferedBlock {
  readonly screen: string
  readonly block: string
  readonly kind: string
  readonly title: Text
}

/** POST /api/entity {entity}: the same for the detail view of an entity opened through a reference. */
export interface EntityRequest {
  readonly entity: string
}
export type EntityAnswer = Omit<ScreenAnswer, 'screen' | 'frames' | 'calls' | 'offeredBlocks'>

/** Whom a preference is shared with. */
export const sharingReaches = ['unit', 'tenant'] as const
export type SharingReach = (typeof sharingReaches)[number]

/** POST /api/preference: stores a preference of the account or a shared one; value null deletes it. */
export interface PreferenceRequest {
  readonly name: string
  readonly value: unknown
  readonly sharedWith?: SharingReach
}

/** POST /api/turn — who can move a record on from its state, and since when it waits. */
export interface TurnRequest {
  readonly entity: string
  readonly id: number
}
export interface TurnAnswer {
  /** The transitions that move it on, with the roles that may run them. Absent: nothing moves it on. */
  readonly steps?: readonly { readonly transition: string; readonly title: Text; readonly roles: readonly string[] }[]
  /** ISO 8601. */
  readonly since?: string
}

/**
 * POST /api/why — what is missing before something could be done that is not possible now: a screen; or a transition,
 * of a record or one that creates; or a record alone: all transitions that the caller's screens name for it and
 * that are not possible now.
 */
export interface WhyRequest {
  readonly screen?: string
  readonly entity?: string
  readonly transition?: string
  readonly id?: number
}

/**
 * permission: a right, or a right for records of this kind; withdrawn: a right that was taken away; scope: the row
 * scope of the account; state: the state of the record; fourEyes: another person than the author; condition: a rule of
 * the transition; check: a rule on the record that running would refuse, although the transition is offered.
 */
export const missingKinds = ['permission', 'withdrawn', 'scope', 'state', 'fourEyes', 'condition', 'check'] as const
export type MissingKind = (typeof missingKinds)[number]

/** One thing that is missing. All of them made true, the call runs; any one left, it is refused. */
export interface MissingCondition {
  readonly kind: MissingKind
  readonly message: string
  /** What helps further: present values, the roles and people that hold a right, the step that leads to a state. */
  readonly details: readonly string[]
}

export interface WhyNot {
  /** Absent for a screen. */
  readonly transition?: string
  readonly title: Text
  readonly conditions: readonly MissingCondition[]
}

export interface WhyAnswer {
  readonly refused: readonly WhyNot[]
}
