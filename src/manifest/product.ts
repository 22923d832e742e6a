// What holds for the whole product? app.json as the compiler gives it.
import type { Text } from './text'

export interface Product {
  readonly title: Text
  readonly short: Text
  readonly languages: readonly [string, string]
  readonly client: string
  readonly home: string
  /** Screens that the menu of the account offers. */
  readonly account: readonly string[]
  /** Origins whose answers are handed on as they are. */
  readonly rawOrigins?: readonly string[]
  /** The screen for who forgot the password. */
  readonly forgotten?: string
  readonly timezone: string
  readonly currency: string
  readonly theme: { readonly colour: string; readonly size: 'default' | 'medium' | 'small' | 'mini' }
  readonly cookies: {
    readonly token: string
    readonly language: string
    readonly size: string
    readonly sidebar: string
    readonly mobile?: string
    readonly auth?: string
    readonly partner?: string
  }
  readonly map?: {
    readonly address: string
    readonly version: string
    readonly plugins: readonly string[]
    readonly origins: readonly string[]
  }
  readonly log: string
  /** Messages that leave the product, and what the server does with them. */
  readonly outbox?: {
    readonly entity: string
    readonly waiting: string
    readonly take: string
    readonly once: string
    readonly sent: string
    readonly fail: string
  }
  readonly messages: {
    readonly entity: string
    readonly send: string
    readonly read: string
    readonly unread: string
    readonly screen: string
    readonly counters: Readonly<Record<string, string>>
  }
}
