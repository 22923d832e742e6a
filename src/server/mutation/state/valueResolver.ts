// Resolves the names of rules during a transition: draft, references, form, caller and settings.
// `prepare` fetches whatever a set of rules needs, for many records at once; afterwards evaluating needs no query.
import { savedTexts, untranslated } from '../../../manifest/model/text'
import type { App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { Rule } from '../../../manifest/model/rule'
import { evaluate, truthy, type EvaluationContext } from '../../../manifest/expression/evaluate'
import { toRaw, type RuleValue } from '../../../manifest/expression/values/value'
import type { Context, RawRecord } from '../../context/context'
import { aggregateValues, type ProvidedValues } from '../../query/records/loadRecords'
import type { RecordCache } from './recordCache'
import { tooLarge } from './errors'
import { Lookups, missing, UnpreparedValue, LoadRequest, type NameScopes } from './lookups'
import type { RecordDraft } from './recordDraft'

/** Rules, paths of texts, and plain values of the record that are needed next. */
export interface ResolveRequest {
  readonly names: NameScopes
  readonly rules?: readonly (Rule | null | undefined)[]
  readonly paths?: readonly string[]
  readonly values?: readonly string[]
}

const maxRounds = 12

export class ValueResolver {
  readonly evaluationContext: EvaluationContext
  private readonly lookups: Lookups

  constructor(
    readonly app: App,
    private readonly context: Context,
    readonly cache: RecordCache,
  ) {
    this.lookups = new Lookups(app, context, cache)
    this.evaluationContext = this.lookups.evaluationContext
  }

  /** Fetches the needed values that are not known yet. */
  async prepare(questions: readonly ResolveRequest[]): Promise<void> {
    for (let round = 0; round < maxRounds; round += 1) {
      const wanted = new LoadRequest()
      for (const { names, rules = [], paths = [], values = [] } of questions) {
        for (const rule of rules) if (rule) this.lookups.look(names, rule.node, wanted)
        for (const path of paths) this.lookups.lookShown(names, path, wanted)
        for (const path of values) this.lookups.valueAt(names.record, stepsOf(path), wanted)
      }
      if (wanted.empty) return
      await this.cache.fetch(wanted)
      for (const [draft, fields] of wanted.aggregates) await this.fetchAggregates(draft, fields)
    }
    throw new Error('The values of a rule lead to ever more values.')
  }

  private async fetchAggregates(draft: RecordDraft, fields: ReadonlySet<Field>): Promise<void> {
    const aggregates = Object.fromEntries([...fields].map((field) => [field.name, field.aggregate!]))
    const values = await aggregateValues(this.context, aggregates, this.boundRecord(draft), {
      entity: draft.entity.name,
    })
    for (const field of fields)
      draft.aggregates.set(field.name, { epoch: this.cache.epoch, value: values[field.name] ?? null })
  }

  /** A record as a parameter of statements: texts in the caller's language. */
  boundRecord(draft: RecordDraft): RawRecord {
    const raw = draft.raw()
    return Object.fromEntries(
      Object.entries(raw).map(([name, value]) => [name, this.lookups.inLanguage(draft.entity.fields[name], value)]),
    )
  }

  /** The names of a transition as parameters of statements; its record is `this` of the records that they read. */
  ruleParameters({ record, before, input, vars }: NameScopes): ProvidedValues {
    return {
      this: record && this.boundRecord(record),
      before: before && this.boundRecord(before),
      input: input && this.boundRecord(input),
      vars,
    }
  }

  value(names: NameScopes, rule: Rule): RuleValue {
    return evaluate(rule.node, this.lookups.readOf(names), this.evaluationContext)
  }

  holds(names: NameScopes, rule: Rule): boolean {
    return truthy(rule.node, this.lookups.readOf(names), this.evaluationContext)
  }

  /** Whether all values that decide a rule are known; what `||` and its kind leave aside need not be. */
  isDecided(names: NameScopes, rule: Rule): boolean {
    try {
      this.value(names, rule)
      return true
    } catch (error) {
      if (error instanceof UnpreparedValue) return false
      throw error
    }
  }

  /**
   * The value of a rule in the format of a field. A localized field gets a localized field of the record in all its
   * languages, and any other text as the same in each.
   * @throws RequestError number_too_large for a number that the field cannot store
   */
  rawValue(names: NameScopes, rule: Rule, field: Field): unknown {
    if (field.localized) {
      const texts = this.lookups.textsOf(names, rule.node)
      if (texts) return texts
    }
    const value = this.value(names, rule)
    try {
      const raw = toRaw(value, field.type, field.scale)
      return field.localized && typeof raw === 'string'
        ? savedTexts(untranslated(raw), this.app.product.languages)
        : raw
    } catch (error) {
      throw error instanceof RangeError ? tooLarge() : error
    }
  }

  /** A value of the record in question, by its path. */
  recordValue(names: NameScopes, path: string): unknown {
    return this.lookups.readOf(names)('record', stepsOf(path))
  }

  /** The field at the end of a text's path, and its value; a reference gives its label. */
  shown(names: NameScopes, path: string): { readonly value: unknown; readonly field?: Field } {
    const result = this.lookups.lookShown(names, path, undefined)
    if (result.value === missing) throw new Error(`The value of ${path} was not prepared.`)
    return result
  }
}

/** The steps of a path as in a rule: none for the record itself. */
function stepsOf(path: string): readonly string[] {
  return path === 'id' || path === '' ? [] : path.split('.')
}
