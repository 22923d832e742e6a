// Refuses a request by a key of the catalog and its arguments.
// The outermost stage words it in the caller's language.
import {
  messageText,
  type ArgumentsOf,
  type CatalogMessage,
  type LocalizableText,
  type Placeholders,
} from '../manifest/expression/message'
import type { RefusalEntry } from './refusals/entry'
import { refusals, type RefusalKey } from './refusals/catalog'

type TextsOf<Key extends RefusalKey> = (typeof refusals)[Key]['texts']

interface RefusalOptions {
  /** Errors of single fields, by name. */
  readonly fields?: Readonly<Record<string, LocalizableText>>
  /** The field that the sentence is about. */
  readonly field?: string
  readonly data?: object
  /** The record that refuses; not part of the answer. */
  readonly record?: number
  /** Seconds after which the request may be sent again. */
  readonly retryAfter?: number
}

/** An argument for each name in the texts, if any; then the options. */
type RefusalArguments<Key extends RefusalKey> = [Placeholders<TextsOf<Key>['zh']>] extends [never]
  ? [values?: Readonly<Record<string, never>>, options?: RefusalOptions]
  : [values: ArgumentsOf<TextsOf<Key>>, options?: RefusalOptions]

/**
 * A refused request. Thrown by any stage of the server; the outermost stage turns it into an envelope in the caller's
 * language and rolls back. `message` is the English sentence, for the log.
 */
export class RequestError<Key extends RefusalKey = RefusalKey> extends Error {
  readonly key: RefusalKey
  readonly code: number
  readonly status: number
  /** The sentence for the caller. */
  readonly sentence: CatalogMessage
  readonly hint: CatalogMessage | undefined
  readonly fields: Readonly<Record<string, LocalizableText>> | undefined
  readonly data: object | undefined
  readonly record: number | undefined
  readonly retryAfter: number | undefined

  constructor(key: Key, ...given: RefusalArguments<Key>) {
    const [values = {}, options = {}] = given as readonly [CatalogMessage['arguments']?, RefusalOptions?]
    const entry: RefusalEntry = refusals[key]
    const sentence: CatalogMessage = { catalog: 'refusals', key, texts: entry.texts, arguments: values }
    super(messageText(sentence, { language: 'en', languages: ['zh', 'en'] }))
    this.name = 'RequestError'
    this.key = key
    this.code = entry.code
    this.status = entry.status
    this.sentence = sentence
    this.hint = entry.hint && { catalog: 'hints', key, texts: entry.hint, arguments: values }
    this.fields = options.field === undefined ? options.fields : { ...options.fields, [options.field]: sentence }
    this.data = options.data
    this.record = options.record
    this.retryAfter = options.retryAfter
  }

  /**
   * The same refusal for a form with other field names; fields without a name there are left out, and so are data and
   * record, which are those of another record.
   */
  renamingFields(names: Readonly<Record<string, string>>): RequestError {
    const fields = Object.entries(this.fields ?? {}).flatMap(([name, text]) =>
      Object.hasOwn(names, name) ? [[names[name]!, text] as const] : [],
    )
    const renamed = fields.length > 0 ? Object.fromEntries(fields) : undefined
    const options: RefusalOptions = { fields: renamed, retryAfter: this.retryAfter }
    return new RequestError(this.key, this.sentence.arguments as never, options as never)
  }

  /** The same refusal with data in its answer. */
  withData(data: object): RequestError {
    const { fields, record, retryAfter } = this
    const options: RefusalOptions = { fields, record, retryAfter, data }
    return new RequestError(this.key, this.sentence.arguments as never, options as never)
  }
}

/** Whether the same request would be refused again later, unlike refusals of a busy server. */
export const isLastingRefusal = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.retryAfter === undefined && error.status === 200

/** The sentence of a refusal that is answered as a value instead of being thrown. */
export function refusalMessage(key: RefusalKey): CatalogMessage {
  return { catalog: 'refusals', key, texts: refusals[key].texts, arguments: {} }
}
