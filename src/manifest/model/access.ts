// Compiled access.json: permission codes, row scopes and the rules that change them for an account.
import type { Rule } from './rule'
import type { Text } from './text'

/** Row scopes, from narrow to wide. */
export type ScopeName = 'self' | 'unit' | 'tenant' | 'all'

export interface PermissionChange {
  readonly remove: readonly string[]
  readonly add: readonly string[]
  readonly when?: Rule
  readonly refusalMessage?: Text
}

/** Accounts as which keys act instead of their creators. */
export interface ServiceAccounts {
  /** The key's reference to its account. */
  readonly accountField: string
  /** Over the account. */
  readonly activeWhen: Rule
  readonly addressesField?: string
}

/** API keys of programs. */
export interface ApiKeys {
  readonly entity: string
  readonly activeWhen: Rule
  readonly roleField: string
  readonly usedAtField: string
  readonly addressesField?: string
  readonly rowScopeField?: string
  readonly serviceAccounts?: ServiceAccounts
  readonly requestsPerMinute: number
}

/** Who needs a second factor, and the transition of accounts that removes them. */
export interface SecondFactor {
  readonly requiredWhen?: Rule
  readonly resetTransition: string
}

/** Roles that hold any of `holders` receive the code once, when a database first sees the grant. */
export interface PermissionGrant {
  readonly code: string
  readonly holders: readonly string[]
}

export interface Access {
  readonly identity: {
    readonly accountEntity: string
    readonly loginField: string
    readonly nameField: string
    readonly activeWhen: Rule
    readonly tenantEntity: string
    readonly unitField: string
    readonly roleField: string
    readonly permissionsPath: readonly [string, string]
    readonly rowScopeField: string
    readonly rowScopes: Readonly<Record<string, ScopeName>>
    readonly disabledScreensPath?: readonly [string, string]
  }
  readonly administratorPermission: string
  /** May share saved views; absent: only administrators may. */
  readonly sharingPermission?: string
  readonly permissions: Readonly<Record<string, Text>>
  readonly grants: readonly PermissionGrant[]
  readonly permissionChanges: readonly PermissionChange[]
  readonly apiKeys?: ApiKeys
  readonly secondFactor?: SecondFactor
  /** Named lists sent with the session, such as allowlists: a setting's preset, then `field` of matching records. */
  readonly sessionLists: Readonly<
    Record<
      string,
      { readonly presetSetting: string; readonly entity: string; readonly field: string; readonly where: Rule }
    >
  >
}

/** The audience of a part of a screen or detail view; every such part has these two keys. */
export interface Audience {
  /** For holders of any one of these. */
  readonly permissions?: readonly string[]
  /** While this holds, over me, tenant and settings. */
  readonly visibleWhen?: Rule
}
