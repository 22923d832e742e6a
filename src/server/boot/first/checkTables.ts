// Checks the tables of schemas/first, the records of an empty database, against the product.
// Problems have locations and suggestions like those of the compiler.
import { kindOf } from '../../../manifest/1-read/shapeTexts'
import { checkShape } from '../../../manifest/1-read/validateShape'
import { hintFor } from '../../../manifest/context/compileContext'
import { messageText } from '../../../manifest/expression/message'
import { validateValue } from '../../../manifest/fieldTypes/fieldTypes'
import { parse, type Document, type JsonPath } from '../../../manifest/json/parse'
import type { Source } from '../../../manifest/json/source'
import { isRelative, isRelativeTime, writeRelativeTime } from '../demo/relativeTimes'
import type { RecordTable } from '../../../manifest/language/generated'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Arguments, ProblemCode } from '../../../manifest/problems/catalog'
import type { Problem } from '../../../manifest/problems/problem'
import { Problems } from '../../../manifest/problems/problems'
import { nearestFew } from '../../../manifest/problems/suggest'

/** In a table: the login that the person will use. */
export const givenLogin = '$login'

type Mark = { readonly hint?: string; readonly key?: boolean }

/** What a table may refer to. */
interface Around {
  readonly app: App
  /** By the key of a row its entity. */
  readonly owners: ReadonlyMap<string, string>
  readonly isWhole: boolean
}

interface ReadTable extends RecordTable {
  readonly document: Document
}

/** All problems of the tables, in their order; none where there are no tables. */
export function checkTables(app: App, sources: readonly Source[]): readonly Problem[] {
  const problems = new Problems()
  const tables = sources.flatMap((source) => tableOf(source, problems))
  const owners = ownersOf(tables, problems)
  // A table that cannot be read may hold any row.
  const isWhole = tables.length === sources.length
  for (const table of tables) new TableCheck({ app, owners, isWhole }, table, problems).check()
  if (isWhole && tables.every(({ entity }) => Object.hasOwn(app.entities, entity))) checkAccount(app, tables, problems)
  return problems.sorted()
}

function tableOf(source: Source, problems: Problems): ReadTable[] {
  const document = parse(source)
  for (const problem of document.problems) problems.addAt(document, problem, problem.code, { what: problem.what })
  if (!document.readable) return []
  const { value, problems: ofShape } = checkShape('records', document.value)
  for (const { path, code, args, ...mark } of ofShape) problems.add({ document, path }, code, args, mark)
  return ofShape.length > 0 ? [] : [{ ...(value as RecordTable), document }]
}

/** By the key of a row its entity. */
function ownersOf(tables: readonly ReadTable[], problems: Problems): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const { document, entity, rows } of tables)
    for (const [index, [key]] of rows.entries()) {
      if (typeof key !== 'string') continue
      const other = owners.get(key)
      const path = ['rows', index, 0]
      if (other !== undefined) problems.add({ document, path }, 'duplicate-name', { kind: 'row', name: key, other })
      owners.set(key, entity)
    }
  return owners
}

/** There is one account, that of the login. */
function checkAccount(app: App, tables: readonly ReadTable[], problems: Problems): void {
  const { accountEntity, loginField } = app.access.identity
  const [first] = tables
  const accounts = tables.filter(({ entity }) => entity === accountEntity)
  const count = accounts.reduce((sum, { rows }) => sum + rows.length, 0)
  if (first === undefined) return
  const [{ document, columns, rows } = first] = accounts
  const report = (path: JsonPath, code: ProblemCode, args: Arguments, mark: Mark = {}) =>
    problems.add({ document, path }, code, args, mark)
  if (count === 0)
    report(
      ['entity'],
      'missing-part',
      { thing: 'The first account', key: accountEntity },
      {
        hint: `Write a table of \`${accountEntity}\` with one row.`,
      },
    )
  else if (count > 1) report(['rows'], 'wrong-count', { wanted: 'exactly 1 entry', found: String(count) })
  else {
    const login = columns.indexOf(loginField)
    if (login >= 0 && rows[0]?.[login] !== givenLogin)
      report(['rows', 0, login], 'wrong-example', { what: 'the first account' }, written(givenLogin))
  }
}

class TableCheck {
  private readonly app: App

  constructor(
    private readonly around: Around,
    private readonly table: ReadTable,
    private readonly problems: Problems,
  ) {
    this.app = around.app
  }

  check(): void {
    const { entity: name, columns, rows } = this.table
    const { entities } = this.app
    const entity = Object.hasOwn(entities, name) ? entities[name] : undefined
    if (entity === undefined)
      return this.report(['entity'], 'unknown-entity', { name }, hintFor(name, Object.keys(entities)))
    this.columns(entity)
    for (const [index, row] of rows.entries()) {
      const path = ['rows', index]
      if (row.length !== columns.length) {
        const wanted = `exactly ${columns.length} entries`
        this.report(path, 'wrong-count', { wanted, found: String(row.length) })
        continue
      }
      if (typeof row[0] !== 'string')
        this.report([...path, 0], 'wrong-type', { expected: 'a text', found: kindOf(row[0]) })
      for (const [cell, column] of columns.entries()) {
        const field = Object.hasOwn(entity.fields, column) ? entity.fields[column] : undefined
        if (cell === 0 || !field?.stored) continue
        if (column === 'state') this.state([...path, cell], entity, row[cell])
        else this.cell([...path, cell], field, row[cell])
      }
    }
  }

  private columns({ name: entity, fields, perTenant }: Entity): void {
    const { columns } = this.table
    const { tenantEntity } = this.app.access.identity
    if (columns[0] !== 'key') this.report(['columns', 0], 'wrong-example', { what: 'the first column' }, written('key'))
    const storedFields = Object.values(fields).filter(
      ({ stored, name }) => stored && name !== 'id' && name !== 'version',
    )
    const names = storedFields.map(({ name }) => name)
    for (const [index, name] of columns.entries()) {
      const path = ['columns', index]
      if (index === 0 || names.includes(name)) continue
      if (!Object.hasOwn(fields, name)) this.report(path, 'unknown-field', { entity, name }, hintFor(name, names))
      else this.report(path, fields[name]?.system ? 'system-field' : 'computed-field', { name, done: 'given' })
    }
    for (const { name, required, default: usual } of storedFields)
      if (((required && usual === undefined) || (perTenant && name === tenantEntity)) && !columns.includes(name))
        this.report(['columns'], 'missing-part', { thing: `A row of \`${entity}\``, key: name }, { key: true })
  }

  private state(path: JsonPath, { name: entity, states }: Entity, value: unknown): void {
    const name = String(value)
    if (value !== null && !Object.hasOwn(states, name))
      this.report(path, 'unknown-state', { entity, name }, hintFor(name, Object.keys(states)))
  }

  private cell(path: JsonPath, field: Field, value: unknown): void {
    if (value === null) {
      if (field.required) this.wrong(path, field, value, `\`${field.name}\` is required.`)
    } else if (field.type === 'ref') this.reference(path, field, value)
    else if (field.type === 'lines' && Array.isArray(value)) this.lines(path, field, value)
    else if (isRelative(field, value)) {
      if (!isRelativeTime(value)) this.wrong(path, field, value, writeRelativeTime)
    } else if (value !== givenLogin) this.plain(path, field, value)
  }

  private plain(path: JsonPath, field: Field, value: unknown): void {
    const codes = (name: string) => this.app.dictionaries[name]?.items.map(({ code }) => code)
    const ofField = codes(field.dictionary ?? '')
    if (field.type === 'choice' && typeof value === 'string' && ofField !== undefined) {
      const of = `the dictionary ${field.dictionary}`
      if (!ofField.includes(value)) this.report(path, 'unknown-code', { name: value, of }, hintFor(value, ofField))
      return
    }
    const { languages } = this.app.product
    const checked = validateValue(value, field, { languages, codes })
    if ('error' in checked)
      this.wrong(path, field, value, `${messageText(checked.error, { language: 'en', languages })}.`)
  }

  private reference(path: JsonPath, { entity = '' }: Field, value: unknown): void {
    const key = typeof value === 'string' && value.startsWith('$') ? value.slice(1) : ''
    const { owners, isWhole } = this.around
    if (owners.get(key) === entity || (!isWhole && !owners.has(key))) return
    const rows = [...owners].flatMap(([row, owner]) => (owner === entity ? [`$${row}`] : []))
    const name = String(value)
    this.report(path, 'unknown-name', { what: `row of ${entity}`, name }, hintFor(name, rows))
  }

  private lines(path: JsonPath, { name: entity, fields = {} }: Field, lines: readonly unknown[]): void {
    for (const [index, line] of lines.entries())
      for (const [name, cell] of Object.entries(Object(line) as object)) {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined
        const mark = { key: true, ...hintFor(name, Object.keys(fields)) }
        if (field?.stored) {
          this.cell([...path, index, name], field, cell)
          this.permission([...path, index, name], `${entity}.${name}`, cell)
        } else if (field === undefined) this.report([...path, index, name], 'unknown-field', { entity, name }, mark)
        else this.report([...path, index, name], 'computed-field', { name, done: 'given' }, { key: true })
      }
  }

  /** What a role may do. */
  private permission(path: JsonPath, linePath: string, value: unknown): void {
    const { identity, permissions } = this.app.access
    const { entity } = this.app.entities[identity.accountEntity]?.fields[identity.roleField] ?? {}
    const name = String(value)
    const isCode = entity === this.table.entity && linePath === identity.permissionsPath.join('.')
    if (!isCode || Object.hasOwn(permissions, name)) return
    const hint = nearestFew(name, Object.keys(permissions), 'codes')
    this.report(path, 'unknown-permission', { name }, hint === undefined ? {} : { hint })
  }

  private wrong(path: JsonPath, { type }: Field, value: unknown, hint: string): void {
    this.report(path, 'wrong-value', { expected: type, found: JSON.stringify(value) }, { hint })
  }

  private report(path: JsonPath, code: ProblemCode, args: Arguments, mark: Mark = {}): void {
    this.problems.add({ document: this.table.document, path }, code, args, mark)
  }
}

const written = (text: string): Mark => ({ hint: `Write "${text}".` })
