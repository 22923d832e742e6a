// Looks up the names of rules while a transition runs, without fetching.
// An unknown value is `missing` and recorded, so that it can be fetched.
import { savedTextIn } from '../../../manifest/model/text'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { NameScope, RuleNode } from '../../../manifest/model/rule'
import { visit } from '../../../manifest/expression/analyze'
import { evaluate, type Read, type EvaluationContext } from '../../../manifest/expression/evaluate'
import { evaluateAggregateOverLines, lineReaders } from '../../../manifest/expression/evaluateLines'
import { idOf, toRaw } from '../../../manifest/expression/values/value'
import { evaluationContextOf } from '../../context/callerRules'
import type { Context, RawRecord } from '../../context/context'
import { LoadPlan, type RecordCache } from './recordCache'
import { RecordDraft } from './recordDraft'

/** The values of a rule's name scopes; an absent one is null throughout. */
export interface NameScopes {
  readonly record?: RecordDraft
  readonly before?: RecordDraft
  readonly this?: RecordDraft
  readonly input?: RecordDraft
  readonly vars?: RawRecord
  /** The fields of the values of `vars`. */
  readonly varFields?: Readonly<Record<string, Field | undefined>>
  readonly code?: string
}

/** Marks a value that has to be fetched first. */
export const missing = Symbol('missing')
const roots = ['before', 'this', 'input', 'me', 'tenant'] as const

/** A rule reads a value that has to be fetched first. */
export class UnpreparedValue extends Error {
  override readonly name = 'UnpreparedValue'
}

/** The values that have to be fetched. */
export class LoadRequest extends LoadPlan {
  readonly aggregates = new Map<RecordDraft, Set<Field>>()
  get empty(): boolean {
    return this.records.size === 0 && this.aggregates.size === 0
  }
}

export class Lookups {
  readonly evaluationContext: EvaluationContext
  private readonly me: RecordDraft
  private readonly tenant: RecordDraft

  constructor(
    private readonly app: App,
    private readonly context: Context,
    private readonly cache: RecordCache,
  ) {
    const { caller, now } = context
    this.evaluationContext = evaluationContextOf({ app, caller, now })
    this.me = this.known(app.access.identity.accountEntity, caller.me)
    this.tenant = this.known(app.access.identity.tenantEntity, caller.tenant)
  }

  private known(entity: string, base: RawRecord): RecordDraft {
    return new RecordDraft(this.app, entityOf(this.app, entity), idOf(base.id), base)
  }

  readOf(names: NameScopes): Read {
    return (scope, path) => {
      const value = this.read(names, scope, path, undefined)
      if (value === missing) throw new UnpreparedValue(`The value of ${scope} ${path.join('.')} was not prepared.`)
      return value
    }
  }

  lookShown(names: NameScopes, path: string, wanted: LoadRequest | undefined): { value: unknown; field?: Field } {
    const [first = '', ...rest] = path.split('.')
    if (first === 'vars') return this.lookVar(names, rest.join('.'), wanted)
    if (first === 'settings') return { value: this.app.settings[rest[0] ?? '']?.value ?? null }
    const isField = names.record && Object.hasOwn(names.record.entity.fields, first)
    const root = isField ? undefined : roots.find((name) => name === first)
    const subject = root === 'me' || root === 'tenant' ? this[root] : names[root ?? 'record']
    return this.lookPath(subject, root ? rest : [first, ...rest], wanted)
  }

  private lookPath(
    subject: RecordDraft | undefined,
    names: readonly string[],
    wanted: LoadRequest | undefined,
  ): { value: unknown; field?: Field } {
    const steps = [...names]
    let fields = subject?.entity.fields ?? {}
    let field: Field | undefined
    for (let position = 0; position < steps.length && position < 6; position += 1) {
      field = fields[steps[position]!]
      // A localized text of the record is filled in for each language.
      if (field?.localized && steps.length === 1 && subject && Array.isArray(subject.own(field.name)))
        return { value: subject.own(field.name), field }
      if (field?.type !== 'ref' || !field.entity)
        return {
          value: this.valueAt(subject, steps, wanted),
          field: position === steps.length - 1 ? field : undefined,
        }
      const entity = entityOf(this.app, field.entity)
      fields = entity.fields
      // A path that ends in a reference continues to the label.
      if (position === steps.length - 1) steps.push(entity.labelField)
    }
    return { value: this.valueAt(subject, steps, wanted), field }
  }

  private lookVar(
    { vars, varFields }: NameScopes,
    name: string,
    wanted: LoadRequest | undefined,
  ): { value: unknown; field?: Field } {
    const field = varFields?.[name]
    const value = vars?.[name] ?? null
    if (field?.type !== 'ref' || !field.entity) return { value, field }
    const { labelField: label, fields } = entityOf(this.app, field.entity)
    return { value: this.beyond(field, value, [label], wanted), field: fields[label] }
  }

  look(names: NameScopes, node: RuleNode, wanted: LoadRequest): void {
    visit(node, (child) => {
      if (child.kind === 'name') this.read(names, child.scope, child.path, wanted)
    })
  }

  read(names: NameScopes, scope: NameScope, path: readonly string[], wanted: LoadRequest | undefined): unknown {
    switch (scope) {
      case 'record':
      case 'before':
      case 'this':
      case 'input':
        return this.valueAt(names[scope], path, wanted)
      case 'me':
      case 'tenant':
        return this.valueAt(this[scope], path, wanted)
      case 'vars':
        return names.vars?.[path[0] ?? ''] ?? null
      case 'settings':
        return this.app.settings[path[0] ?? '']?.value ?? null
      case 'code':
        return names.code ?? null
      case 'period':
      case 'measure':
        return null
    }
  }

  /** The value of a path of a record; `missing` (and recorded in `wanted`) when it has to be fetched first. */
  valueAt(subject: RecordDraft | undefined, path: readonly string[], wanted: LoadRequest | undefined): unknown {
    if (!subject) return null
    const name = path[0]
    if (name === undefined || (path.length === 1 && name === 'id')) return subject.id
    const field = subject.entity.fields[name]
    if (!field) throw new Error(`${subject.entity.name} has no field "${name}".`)
    const derived = field.compute !== undefined || field.aggregate !== undefined
    const joinedPath = path.join('.')
    if (derived ? subject.id !== null && !subject.isOutdated(field) : !subject.has(name))
      return this.fact(subject.entity.name, subject.id!, joinedPath, wanted)
    const cached = derived || path.length === 1 ? undefined : subject.known(joinedPath)
    if (cached !== undefined) return cached
    const value = derived ? this.derive(subject, field, wanted) : this.inLanguage(field, subject.own(name))
    return value === missing ? missing : this.beyond(field, value, path.slice(1), wanted)
  }

  private beyond(field: Field, value: unknown, rest: readonly string[], wanted: LoadRequest | undefined): unknown {
    if (rest.length === 0) return value
    if (field.type === 'address') return (value as RawRecord | null)?.[rest[0] ?? ''] ?? null
    const id = idOf(value)
    if (id === null || !field.entity) return null
    return rest.length === 1 && rest[0] === 'id' ? id : this.fact(field.entity, id, rest.join('.'), wanted)
  }

  private fact(entity: string, id: number, path: string, wanted: LoadRequest | undefined): unknown {
    if (this.cache.has(entity, id, path)) return this.cache.get(entity, id, path)
    wanted?.add(entity, id, path)
    return missing
  }

  private derive(draft: RecordDraft, field: Field, wanted: LoadRequest | undefined): unknown {
    const names: NameScopes = { record: draft, this: draft.owner }
    if (field.compute) {
      const reads = namesIn(field.compute.node).map(([scope, path]) => this.read(names, scope, path, wanted))
      return reads.includes(missing)
        ? missing
        : toRaw(evaluate(field.compute.node, this.readOf(names), this.evaluationContext), field.type, field.scale)
    }
    const aggregate = field.aggregate!
    const values = aggregate.readsThis.map((path) => this.valueAt(draft, path.split('.'), wanted))
    if (values.includes(missing)) return missing
    if (aggregate.lines !== undefined) return this.deriveFromLines(draft, field, wanted)
    const cached = draft.aggregates.get(field.name)
    if (cached && cached.epoch === this.cache.epoch) return cached.value
    if (wanted) {
      const fields = wanted.aggregates.get(draft) ?? new Set()
      wanted.aggregates.set(draft, fields.add(field))
    }
    return missing
  }

  private deriveFromLines(draft: RecordDraft, field: Field, wanted: LoadRequest | undefined): unknown {
    const aggregate = field.aggregate!
    const fields = draft.entity.fields[aggregate.lines!]?.fields ?? {}
    const lines = this.valueAt(draft, [aggregate.lines!], wanted)
    if (lines === missing) return missing
    const computed = Object.values(fields).flatMap((item) => item.compute?.readPaths ?? [])
    const paths = [
      aggregate.field ?? '',
      aggregate.sort?.field ?? '',
      ...(aggregate.where?.readPaths ?? []),
      ...computed,
    ].filter((path) => path.includes('.'))
    const full = ((lines ?? []) as RawRecord[]).map((line) => this.withPaths(line, fields, paths, wanted))
    if (full.includes(missing)) return missing
    const value = evaluateAggregateOverLines(
      aggregate,
      lineReaders(full as RawRecord[], fields, this.readOf({ record: draft }), this.evaluationContext),
      fields,
      this.evaluationContext,
    )
    return toRaw(value, field.type, field.scale)
  }

  /** A line with the values behind its references. */
  private withPaths(
    line: RawRecord,
    fields: Readonly<Record<string, Field>>,
    paths: readonly string[],
    wanted: LoadRequest | undefined,
  ): RawRecord | typeof missing {
    const values = paths.map((path) => {
      const [name = '', ...rest] = path.split('.')
      return [path, fields[name] ? this.beyond(fields[name], line[name], rest, wanted) : null] as const
    })
    return values.some(([, value]) => value === missing) ? missing : { ...line, ...Object.fromEntries(values) }
  }

  /** A localized field of the record in all languages, where a rule is its name alone. */
  textsOf({ record }: NameScopes, node: RuleNode): readonly unknown[] | undefined {
    const name = node.kind === 'name' && node.scope === 'record' && node.path.length === 1 ? node.path[0] : undefined
    if (name === undefined || !record?.entity.fields[name]?.localized) return undefined
    const texts = record.own(name)
    return Array.isArray(texts) ? texts : undefined
  }

  inLanguage(field: Field | undefined, value: unknown): unknown {
    return field?.localized && Array.isArray(value)
      ? savedTextIn(value, this.app.product.languages, this.context.caller.language)
      : value
  }
}

/** The names that a tree reads. */
function namesIn(node: RuleNode): [NameScope, readonly string[]][] {
  const names: [NameScope, readonly string[]][] = []
  visit(node, (child) => {
    if (child.kind === 'name') names.push([child.scope, child.path])
  })
  return names
}
