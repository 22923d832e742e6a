// The App: the compiled, resolved and frozen form of all manifests.
// Server, page, scripts and tests read only this form. It is plain JSON, so that a part of it can be sent to a
// browser unchanged.
import type { Product } from './product'
import type { Rule, ValueType } from './rule'
import type { Module, Screen } from './screen'
import type { Text } from './text'
import { referencedEntity, type Tone, type Field } from './field'
import type { Access } from './access'
import type { Entity } from './entity'

/** The dictionaries derived from other manifests: permission codes, screen addresses, entities, transitions. */
const derivedDictionaries: readonly string[] = ['permissions', 'screens', 'entities', 'transitions']

/** The dictionaries that manifests declare. */
export const declaredDictionaries = ({ dictionaries }: Pick<App, 'dictionaries'>): Dictionary[] =>
  Object.values(dictionaries).filter(({ name }) => !name.endsWith('.state') && !derivedDictionaries.includes(name))

/** `group`: groups many items where one is chosen. */
export interface DictionaryItem {
  readonly code: string
  readonly title: Text
  readonly color?: Tone
  readonly retired: boolean
  readonly group?: Text
}
export interface Dictionary {
  readonly name: string
  readonly title: Text
  readonly items: readonly DictionaryItem[]
}

export interface Endpoint {
  readonly name: string
  readonly title: Text
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly permissions: readonly string[]
  readonly operation: string
  readonly options: Readonly<Record<string, unknown>>
  readonly request: Readonly<Record<string, Field>>
  readonly response: Readonly<Record<string, Field>>
  readonly timeoutMs: number
  readonly timeoutMessage?: Text
}

/** A text in which `{name}` is replaced by a variable or a value of the call. */
export type Templates = Readonly<Record<string, string>>

/** An external system. Its address is part of the configuration. */
export interface Integration {
  readonly name: string
  /** An earlier name, whose variables of the environment still work. */
  readonly formerName?: string
  readonly title: Text
  readonly timeoutMs: number
  /** The usual address; the environment may name another. */
  readonly address?: string
  readonly variables: Readonly<
    Record<
      string,
      { readonly meaning: Text; readonly required?: boolean; readonly secret?: boolean; readonly default?: string }
    >
  >
  /** A temporary token that the service issues. */
  readonly token?: {
    readonly path: string
    readonly query: Templates
    readonly tokenPath: string
    readonly secondsPath: string
    readonly expiredCodes?: readonly number[]
  }
  /** How a message is sent. */
  readonly channel?: {
    readonly path?: string
    readonly query?: Templates
    readonly headers?: Templates
    readonly body: Templates
    readonly errorPath?: string
    readonly maxLength?: number
  }
  /** How the account behind a one-time code is found. */
  readonly identify?: {
    readonly path: string
    readonly query: Templates
    readonly headers?: Templates
    readonly accountPath: string
    readonly errorPath?: string
    readonly codeErrors?: readonly string[]
    /** A preceding call, which returns a token of the user. */
    readonly exchange?: { readonly path: string; readonly body: Templates; readonly tokenPath: string }
    /** The page that redirects a browser back with a code. */
    readonly authorize?: {
      readonly address: string
      readonly query: Templates
      readonly codeParameter?: string
      /** Offered neither for sign-in nor as a link: the product's own endpoints use its codes. */
      readonly proofOnly?: boolean
    }
  }
  /** OpenID Connect; the address is the issuer. */
  readonly oidc?: { readonly clientId: string; readonly clientSecret?: string; readonly scope: string }
  /** How mail is sent: the address is that of an SMTP server. */
  readonly mail?: { readonly from: string; readonly user?: string; readonly password?: string }
  /** The map service behind address fields; `adapter`: its script, as path among the manifests. */
  readonly map?: {
    readonly path: string
    readonly query: Templates
    readonly origins: readonly string[]
    readonly adapter: string
  }
  readonly pagePath?: string
  readonly signIn?: {
    readonly path: string
    readonly query: Readonly<Record<string, Rule>>
    readonly passwordParam: string
    readonly success: Readonly<Record<string, string>>
    readonly reuseMinutes: number
    readonly flagCookie: string
    readonly failureScreen: string
  }
  /** parameter: name of a value in the response to the sign-in */
  readonly launch?: { readonly path: string; readonly query: Readonly<Record<string, string>> }
  readonly calls: Readonly<
    Record<
      string,
      {
        readonly path: string
        readonly query: Readonly<Record<string, Rule>>
        readonly success: Readonly<Record<string, string>>
        readonly dataPath?: string
        readonly entity?: string
      }
    >
  >
}

export type SettingValue = number | string | boolean | readonly string[] | Readonly<Record<string, number>>
export interface Setting {
  readonly name: string
  readonly title: Text
  readonly value: SettingValue
  readonly type: ValueType
}

/** Instructions for removed names that records hold. */
export interface NameMigration {
  /** Entities that are dropped with their records. */
  readonly droppedEntities: readonly string[]
  /** By dictionary; `permissions` are the codes of access.json. */
  readonly codes: Readonly<
    Record<
      string,
      {
        readonly source: string
        /** The new code by former code. */
        readonly rename: Readonly<Record<string, string>>
        readonly drop: readonly string[]
      }
    >
  >
}

export interface App {
  /** A digest of all sources: changes with any manifest. */
  readonly revision: string
  readonly product: Product
  readonly access: Access
  readonly modules: Readonly<Record<string, Module>>
  readonly entities: Readonly<Record<string, Entity>>
  /** By path. */
  readonly screens: Readonly<Record<string, Screen>>
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  /** By `METHOD path`. */
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly settings: Readonly<Record<string, Setting>>
  readonly integrations: Readonly<Record<string, Integration>>
  readonly migration: NameMigration
  /** Optional integrations whose manifests are missing. */
  readonly switchedOff: readonly string[]
}

/** @throws Error when the app has no such entity: a defect, as every name was resolved before. */
export function entityOf(app: Pick<App, 'entities'>, name: string): Entity {
  const entity = app.entities[name]
  if (!entity) throw new Error(`The app has no entity "${name}".`)
  return entity
}

/** The entity of the roles: what the account's role field refers to. */
export function roleEntityOf(app: Pick<App, 'entities' | 'access'>): Entity {
  const { accountEntity, roleField } = app.access.identity
  return entityOf(app, referencedEntity(entityOf(app, accountEntity).fields[roleField]))
}

type OptionalPart = 'outbox' | 'proposals' | 'webhooks' | 'scheduledReports'

/**
 * The product's declaration of an optional part, for code that runs only with it. @throws Error without it: a defect
 */
export function declaredPart<Part extends OptionalPart>(
  { product }: Pick<App, 'product'>,
  part: Part,
): Required<Product>[Part] {
  const declared = product[part]
  if (!declared) throw new Error(`The product declares no ${part}.`)
  return declared as Required<Product>[Part]
}
