// Checks the names in journeys against the compiled product.
// Problems have locations and suggestions like those of the compiler.
import { compileRule } from '../../src/manifest/expression/check'
import type { RuleEnvironment } from '../../src/manifest/expression/environment'
import { parse, type Document, type JsonPath } from '../../src/manifest/json/parse'
import type { Source } from '../../src/manifest/json/source'
import { checkShape } from '../../src/manifest/1-read/validateShape'
import { hintFor } from '../../src/manifest/context/compileContext'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Report } from '../../src/manifest/model/report'
import type { Problem } from '../../src/manifest/problems/problem'
import { Problems } from '../../src/manifest/problems/problems'
import type { Arguments, ProblemCode } from '../../src/manifest/problems/catalog'
import { nearestFew } from '../../src/manifest/problems/suggest'
import { refusals } from '../../src/protocol/refusals/catalog'
import { ofLines, rulesOfJourneys, type Journey, type JourneyStep } from './readJourney'
import { ofRecord, uselessKeys } from './uselessKeys'

interface JourneyNames {
  readonly app: App
  /** The manifests, which alone contain named rules. */
  readonly sources: readonly Source[]
  /** The keys of the demo accounts. */
  readonly accounts: readonly string[]
}

/** All problems of journeys, in their order. */
export function checkJourneys(names: JourneyNames, journeys: readonly Source[]): readonly Problem[] {
  const problems = new Problems()
  const rules = rulesOfJourneys(names.app, names.sources)
  for (const source of journeys) new Checker(names, rules, parse(source), problems).checkAll()
  return problems.sorted()
}

type Hint = { readonly hint?: string; readonly key?: boolean }

class Checker {
  /** name: the entity of the record, if known. */
  private readonly kept = new Map<string, string | undefined>()

  constructor(
    private readonly names: JourneyNames,
    private readonly rules: (entity: string) => RuleEnvironment,
    private readonly document: Document,
    private readonly problems: Problems,
  ) {}

  checkAll(): void {
    for (const problem of this.document.problems)
      this.problems.addAt(this.document, problem, problem.code, { what: problem.what })
    if (!this.document.readable) return
    const { value, problems } = checkShape('journey', this.document.value)
    for (const { path, code, args, ...mark } of problems) this.report(path, code, args, mark)
    const steps = (value as Journey | undefined)?.steps ?? []
    for (const [index, step] of steps.entries()) if (step !== undefined) this.step(step, ['steps', index])
  }

  private step(step: JourneyStep, path: JsonPath): void {
    const { as, run, on, screen, refusalKey, find } = step
    const { accounts } = this.names
    if (!accounts.includes(as)) this.unknown([...path, 'as'], 'demo account', as, accounts)
    if (refusalKey !== undefined && !Object.hasOwn(refusals, refusalKey))
      this.unknown([...path, 'refusalKey'], 'refusal', refusalKey, Object.keys(refusals))
    if (on !== undefined) this.name(on, [...path, 'on'])
    this.combination(step, path)
    const before = on === undefined ? undefined : this.kept.get(on)
    const entity = this.subject(step, path, before)
    if (run !== undefined) this.values(step, path)
    if (screen !== undefined) this.list(step, path)
    if (step.where !== undefined && (screen !== undefined || find !== undefined))
      this.rule(step.where, [...path, 'where'], entity)
    for (const [index, rule] of (step.holds ?? []).entries()) this.rule(rule, [...path, 'holds', index], entity)
    this.lines(step, [...path, 'linesHold'], entity)
    for (const key of ['offers', 'offersNot'] as const)
      for (const [index, name] of (step[key] ?? []).entries())
        this.transition(name.includes('.') ? name : entity && `${entity}.${name}`, [...path, key, index])
    if (step.keep !== undefined) this.kept.set(step.keep, entity)
  }

  /** Reports contradictory keys and steps without an action. */
  private combination(step: JourneyStep, path: JsonPath): void {
    const { on, find } = step
    const kinds = (['run', 'screen', 'find'] as const).filter((key) => step[key] !== undefined)
    for (const key of kinds.slice(1))
      this.report(
        [...path, key],
        'conflicting-keys',
        { what: 'A step has one of `run`, `screen` and `find`' },
        { key: true },
      )
    const isIdle = (['on', 'afterDays', 'receives', 'receivesNot'] as const).every((key) => step[key] === undefined)
    if (kinds.length === 0 && isIdle)
      this.report(path, 'missing-part', { thing: 'A step', key: 'run' }, { hint: 'Or `on`, `screen`, `find`.' })
    if (find !== undefined && on === undefined)
      this.report([...path, 'find'], 'missing-part', { thing: '`find`', key: 'on' }, { key: true })
    for (const { keys, where } of uselessKeys(step))
      for (const key of keys) if (step[key] !== undefined && step[key] !== false) this.ineffective(path, key, where)
  }

  /** The entity of a step's resulting record. */
  private subject(step: JourneyStep, path: JsonPath, before: string | undefined): string | undefined {
    const { app } = this.names
    if (step.run !== undefined) {
      const place = [...path, 'run']
      const transition = this.transition(step.run, place)
      if (transition === undefined) return step.run.split('.')[0]
      const { creates, entity } = transition
      if (creates && step.on !== undefined) this.ineffective(path, 'on', 'on a transition that creates')
      if (!creates && step.on === undefined) this.report(place, 'missing-part', { thing: `\`${step.run}\``, key: 'on' })
      if (before !== undefined && before !== entity)
        this.report([...path, 'on'], 'wrong-transition', { name: step.on!, why: `it is a record of ${before}` })
      return entity
    }
    if (step.screen !== undefined) return app.screens[step.screen]?.entity
    if (step.find === undefined) return before
    const [name = '', field = ''] = step.find.split('.')
    const entity = app.entities[name]
    const place = [...path, 'find']
    if (entity === undefined) this.report(place, 'unknown-entity', { name }, hintFor(name, Object.keys(app.entities)))
    else if (entity.fields[field]?.type !== 'ref') {
      const references = Object.values(entity.fields).filter(({ type }) => type === 'ref')
      this.report(
        place,
        'unknown-field',
        { entity: name, name: field },
        hintFor(
          field,
          references.map((one) => one.name),
        ),
      )
    }
    return name
  }

  /** The transition of that name; undefined: there is none, or its entity is unknown, which has been reported. */
  private transition(name: string | undefined, path: JsonPath) {
    if (name === undefined) return undefined
    const [owner = '', own = ''] = name.split('.')
    const { entities } = this.names.app
    const entity = entities[owner]
    if (entity === undefined) {
      this.report(path, 'unknown-entity', { name: owner }, hintFor(owner, Object.keys(entities)))
      return undefined
    }
    const transition = entity.transitions[own]
    if (transition === undefined)
      this.report(
        path,
        'unknown-transition',
        { entity: owner, name: own },
        hintFor(own, Object.keys(entity.transitions)),
      )
    return transition
  }

  private values({ run = '', values }: JourneyStep, path: JsonPath): void {
    const [owner = '', own = ''] = run.split('.')
    const entity = this.names.app.entities[owner]
    const transition = entity?.transitions[own]
    if (entity === undefined || transition === undefined) return
    const names = transition.form.map(({ field }) => field)
    for (const [name, value] of Object.entries(values ?? {})) {
      const place = [...path, 'values', name]
      const ask = transition.form.find(({ field }) => field === name)
      if (ask === undefined) {
        const hint = hintFor(name, names)
        this.problems.add(
          { document: this.document, path: place },
          'unknown-name',
          { what: `field of the form ${run}`, name },
          { key: true, ...hint },
        )
      } else this.value(value, place, ask.input ? transition.inputs[name] : entity.fields[name])
    }
  }

  private value(value: unknown, path: JsonPath, field?: Field): void {
    if (Array.isArray(value)) for (const [index, one] of value.entries()) this.value(one, [...path, index], field)
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) {
        const cells = field?.type === 'lines' ? field.fields : undefined
        if (cells !== undefined && cells[name] === undefined)
          this.report(
            [...path, name],
            'unknown-field',
            { entity: field!.name, name },
            { key: true, ...hintFor(name, Object.keys(cells)) },
          )
        this.value(one, [...path, name], cells?.[name])
      }
    else if (typeof value !== 'string') return
    else if (value.startsWith('$')) this.name(value.slice(1), path)
    else if (value.startsWith('@') && !this.names.accounts.includes(value.slice(1)))
      this.unknown(path, 'demo account', value.slice(1), this.names.accounts)
    else if (field?.type === 'choice') this.code(value, path, field.dictionary)
  }

  private code(value: string, path: JsonPath, dictionary = ''): void {
    const codes = this.names.app.dictionaries[dictionary]?.items.map(({ code }) => code)
    if (codes !== undefined && !codes.includes(value))
      this.report(path, 'unknown-code', { name: value, of: dictionary }, hintFor(value, codes))
  }

  private list(step: JourneyStep, path: JsonPath): void {
    const { screen = '', shows, hides } = step
    const { screens } = this.names.app
    const opened = screens[screen]
    const place = [...path, 'screen']
    if (opened === undefined) {
      const hint = nearestFew(screen, Object.keys(screens), 'screens')
      this.report(place, 'unknown-screen', { name: screen }, hint === undefined ? {} : { hint })
    } else if (opened.report !== undefined) this.figures(step, path, opened.report)
    else if (opened.kind !== 'list' || opened.entity === undefined)
      this.report(place, 'wrong-transition', { name: screen, why: 'a step opens lists of records, and reports' })
    else {
      const useless = (key: keyof JourneyStep, where: string) => this.ineffective(path, key, where)
      if (step.figures !== undefined) useless('figures', 'on a list')
      if (step.where === undefined && step.keep === undefined)
        for (const key of ofRecord) if (step[key] !== undefined) useless(key, 'on a list without `where` or `keep`')
    }
    for (const [key, names] of Object.entries({ shows, hides }))
      for (const [index, name] of (names ?? []).entries()) this.name(name, [...path, key, index])
  }

  private figures(step: JourneyStep, path: JsonPath, { measures }: Report): void {
    for (const key of ['shows', 'hides', 'where', 'keep', ...ofRecord] as const)
      if (step[key] !== undefined) this.ineffective(path, key, 'on a report')
    const names = measures.filter(({ hidden, total }) => !hidden && total).map(({ name }) => name)
    for (const name of Object.keys(step.figures ?? {}))
      if (!names.includes(name))
        this.report(
          [...path, 'figures', name],
          'unknown-name',
          { what: 'measure with a total', name },
          { key: true, ...hintFor(name, names) },
        )
  }

  private lines({ linesHold = {} }: JourneyStep, path: JsonPath, entity: string | undefined): void {
    if (entity === undefined || !Object.hasOwn(this.names.app.entities, entity)) return
    const { fields } = this.names.app.entities[entity]!
    for (const [name, sources] of Object.entries(linesHold)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field?.type === 'lines')
        for (const [index, source] of sources.entries())
          this.rule(source, [...path, name, index], entity, ofLines(this.rules(entity), field))
      else {
        const lines = Object.keys(fields).filter((one) => fields[one]!.type === 'lines')
        this.report([...path, name], 'unknown-field', { entity, name }, { key: true, ...hintFor(name, lines) })
      }
    }
  }

  private rule(
    source: string | undefined,
    path: JsonPath,
    entity: string | undefined,
    environment?: RuleEnvironment,
  ): void {
    if (source === undefined || entity === undefined || !Object.hasOwn(this.names.app.entities, entity)) return
    const { problems } = compileRule(source, environment ?? this.rules(entity), 'boolean')
    // The named rule itself is valid in the manifests; here its use is wrong.
    for (const { namedRule, ...problem } of problems) {
      const span = namedRule === undefined ? {} : { start: 0, end: source.length }
      this.problems.addRule(
        { document: this.document, path },
        { ...problem, ...span },
        { entities: [entity], text: source },
      )
    }
  }

  /** A name that an earlier step gave. */
  private name(name: string, path: JsonPath): void {
    if (!this.kept.has(name)) this.unknown(path, 'record kept by an earlier step', name, [...this.kept.keys()])
  }

  private unknown(path: JsonPath, what: string, name: string, candidates: readonly string[]): void {
    const hint = candidates.length === 0 ? undefined : nearestFew(name, candidates, `${what}s`)
    this.report(path, 'unknown-name', { what, name }, hint === undefined ? {} : { hint })
  }

  private ineffective(path: JsonPath, key: keyof JourneyStep, where: string): void {
    this.report([...path, key], 'ineffective-key', { key, where }, { key: true })
  }

  private report(path: JsonPath, code: ProblemCode, args: Arguments, hint: Hint = {}): void {
    this.problems.add({ document: this.document, path }, code, args, hint)
  }
}
