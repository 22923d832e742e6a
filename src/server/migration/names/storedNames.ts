// Updates names stored in records: entities, states, dictionary codes and permission codes.
// A name removed from the manifests is replaced as they instruct, or refused while records hold it.
import sql from 'sql-template-tag'
import { declaredDictionaries, roleEntityOf, entityOf, type App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Transaction } from '../../database/connection/transaction'
import { identifier } from '../../database/sql/identifier'
import { linesTableName } from '../../database/sql/tables'
import { linesTablesOf, type Catalog } from '../databaseCatalog'
import { heldRows, namedIds, type HeldRows, type MigrationContext, type RowTable } from '../heldRows'
import type { MigrationRefusal } from '../refusal'
import { renameMentions } from './entityMentions'

type Kind = 'entity' | 'state' | 'code'

interface StoredName {
  readonly kind: Kind
  /** The entity of a state, the dictionary of a code; empty for an entity. */
  readonly owner: string
  readonly name: string
}

/** The codes of access.json, as fields use them. */
const permissionDictionary = 'permissions'

const createSql = sql`create table if not exists "_name"
  ("kind" text not null, "owner" text not null, "name" text not null, primary key ("kind", "owner", "name"))`

/** The names that the former manifests had and these no longer have; states by the present name of their entity. */
export async function vanishedNames(tx: Transaction, app: App): Promise<StoredName[]> {
  await tx.query(createSql)
  const present = new Set(namesOf(app).map(keyOf))
  const stored = await tx.query<StoredName>(sql`select "kind", "owner", "name" from "_name" order by 1, 2, 3`)
  return stored
    .map((name) => (name.kind === 'state' ? { ...name, owner: presentName(app, name.owner) } : name))
    .filter((name) => !present.has(keyOf(name)))
}

/** The name that an entity of a version before has now. */
export function presentName({ entities }: App, entity: string): string {
  const successor = Object.values(entities).find(({ migration }) => migration.from.includes(entity))
  return entity in entities ? entity : (successor?.name ?? entity)
}

/** Stores the names that records may hold from now on; that of an entity as long as it has a table. */
export async function saveNames(tx: Transaction, app: App): Promise<void> {
  const rows = namesOf(app)
  await tx.query(sql`delete from "_name" where "kind" <> 'entity' or "name" not in
    (select tablename::text from pg_tables where schemaname = current_schema())`)
  await tx.query(sql`insert into "_name" ("kind", "owner", "name")
    select * from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ owner }) => owner)}::text[],
    ${rows.map(({ name }) => name)}::text[]) on conflict do nothing`)
}

function namesOf(app: App): StoredName[] {
  const entities = Object.values(app.entities).filter(({ view }) => !view)
  return [
    ...entities.map(({ name }): StoredName => ({ kind: 'entity', owner: '', name })),
    ...entities.flatMap(({ name: owner, states }) =>
      Object.keys(states).map((name): StoredName => ({ kind: 'state', owner, name })),
    ),
    // Addresses and transitions are no data: a reference to a removed one is dead but loses nothing.
    ...declaredDictionaries(app).flatMap(({ name: owner, items }) =>
      items.map(({ code }): StoredName => ({ kind: 'code', owner, name: code })),
    ),
    ...Object.keys(app.access.permissions).map((name): StoredName => ({
      kind: 'code',
      owner: permissionDictionary,
      name,
    })),
  ]
}

const keyOf = ({ kind, owner, name }: StoredName) => `${kind} ${owner} ${name}`

/** Renames, drops or refuses the tables of removed entities, before any table is compared. */
export async function followEntities(
  { tx, app, reportChange }: MigrationContext,
  vanished: readonly StoredName[],
  tables: Catalog['tables'],
): Promise<MigrationRefusal[]> {
  const renamed: (readonly [from: string, to: string])[] = []
  for (const { name, migration } of Object.values(app.entities)) {
    const from = formerTable(migration.from, tables)
    if (from === undefined || tables.has(name)) continue
    renamed.push([from, name])
    reportChange({
      kind: 'renamed',
      what: 'entity',
      owner: '',
      name: from,
      successor: name,
      ...(await recordsOf(tx, from)),
    })
    for (const table of [from, ...linesTablesOf(from, tables)])
      await tx.query(sql`alter table ${identifier(table)} rename to ${identifier(name + table.slice(from.length))}`)
  }
  // The tables that hold mentions may have been renamed as well.
  const present = new Set([...tables.keys(), ...renamed.map(([, name]) => name)])
  for (const pair of renamed) await renameMentions(tx, app, pair, present)
  const taken = new Set(Object.values(app.entities).flatMap(({ migration }) => migration.from))
  const unclaimed: { readonly name: string; readonly rows: HeldRows }[] = []
  for (const { kind, name } of vanished) {
    if (kind !== 'entity' || taken.has(name) || !tables.has(name)) continue
    const rows = await recordsOf(tx, name)
    if (app.migration.droppedEntities.includes(name)) {
      reportChange({ kind: 'dropped', what: 'entity', owner: '', name, ...rows })
      for (const table of [...linesTablesOf(name, tables), name]) await tx.query(sql`drop table ${identifier(table)}`)
    } else if (rows.count > 0) unclaimed.push({ name, rows })
  }
  const drop = dropWords([...app.migration.droppedEntities, ...unclaimed.map(({ name }) => name)])
  return unclaimed.map(({ name, rows }) => ({
    source: 'app.json',
    path: ['migration'],
    message: `The entity "${name}" is gone from the manifests, but ${stillStored(rows)}.`,
    hint:
      `Write "migration": { "from": "${name}" } in the entity that takes them over, or ` +
      `${drop} in "migration" of app.json to lose them.`,
  }))
}

/** The complete instruction, so that a removed folder can be confirmed in one step. */
const dropWords = (names: readonly string[]) => `"drop": [${names.map((name) => `"${name}"`).join(', ')}]`

/** The last of an entity's former names under which its records are kept. */
function formerTable(from: readonly string[], tables: Catalog['tables']): string | undefined {
  return from.findLast((name) => tables.has(name))
}

/** Replaces or refuses removed states and codes, once the tables match the manifests. */
export async function followValues(
  { tx, app, reportChange }: MigrationContext,
  vanished: readonly StoredName[],
): Promise<{ readonly refusals: MigrationRefusal[]; readonly changed: boolean }> {
  const refusals: MigrationRefusal[] = []
  const goneCodes: HeldCode[] = []
  let changed = false
  for (const vanishedName of vanished) {
    const { kind, owner, name } = vanishedName
    if (kind === 'entity') continue
    const successor = successorOf(app, kind, owner, name)
    if (kind === 'state' && !app.entities[owner]) continue
    const nameColumns = kind === 'state' ? stateColumns(app, entityOf(app, owner)) : codeColumns(app, owner)
    if (successor !== undefined) {
      for (const nameColumn of nameColumns) {
        const rows = await heldRows(tx, nameColumn, sql`${identifier(nameColumn.column)} = ${name}`)
        if (rows.count > 0)
          reportChange({
            kind: successor === null ? 'dropped' : 'renamed',
            what: kind,
            owner: nameColumn.title,
            name,
            ...(successor !== null && { successor }),
            ...rows,
          })
        await replaceValue(tx, nameColumn, name, successor)
      }
      if (kind === 'state') await renameLoggedState(tx, app, owner, [name, successor])
      changed ||= nameColumns.length > 0
      continue
    }
    const held: string[] = []
    for (const nameColumn of kind === 'state' ? nameColumns.slice(0, 1) : nameColumns) {
      const rows = await heldRows(tx, nameColumn, sql`${identifier(nameColumn.column)} = ${name}`)
      if (rows.count > 0) held.push(`${nameColumn.title} (${rows.count}: ${namedIds(rows)})`)
    }
    if (held.length === 0) continue
    if (owner === permissionDictionary) goneCodes.push({ name, holders: held.join(', ') })
    else refusals.push(vanishedRefusal(app, vanishedName, held))
  }
  return { refusals: [...refusals, ...codeRefusals(app, goneCodes)], changed }
}

/** The replacement of a former name; null: it is dropped. */
function successorOf(app: App, kind: Kind, owner: string, name: string): string | null | undefined {
  if (kind === 'state') return app.entities[owner]?.migration.states[name]
  const codes = app.migration.codes[owner]
  return codes?.rename[name] ?? (codes?.drop.includes(name) ? null : undefined)
}

/** A column whose values are names of the kind. */
interface NameColumn extends RowTable {
  readonly column: string
  readonly title: string
  /** In lines that are a list of codes each occurs once. */
  readonly isList?: boolean
}

const stateColumns = (app: App, { name }: Entity): NameColumn[] => [
  { table: name, record: 'id', column: 'state', title: name },
  ...codeColumns(app, `${name}.state`),
]

/** The codes of the roles. */
function roleCodes(app: App): NameColumn {
  const role = roleEntityOf(app).name
  const [lines, column] = app.access.identity.permissionsPath
  return { table: linesTableName(role, lines), record: 'parent', column, title: role, isList: true }
}

/** The stored fields that choose from a dictionary, those of lines included. */
function codeColumns(app: App, dictionary: string): NameColumn[] {
  if (dictionary === permissionDictionary) return [roleCodes(app)]
  const chooses = (field: Field) => field.type === 'choice' && field.dictionary === dictionary && field.stored
  return Object.values(app.entities)
    .filter(({ view }) => !view)
    .flatMap((entity) =>
      Object.values(entity.fields).flatMap((field): NameColumn[] => {
        if (chooses(field))
          return [{ table: entity.name, record: 'id', column: field.name, title: `${entity.name}.${field.name}` }]
        if (field.type !== 'lines' || !field.stored) return []
        const table = linesTableName(entity.name, field.name)
        return Object.values(field.fields ?? {})
          .filter(chooses)
          .map(({ name }): NameColumn => ({
            table,
            record: 'parent',
            column: name,
            title: `${table}.${name}`,
          }))
      }),
    )
}

async function replaceValue(
  tx: Transaction,
  nameColumn: NameColumn,
  name: string,
  successor: string | null,
): Promise<void> {
  const { table, column, isList } = nameColumn
  const [target, value] = [identifier(table), identifier(column)]
  if (isList) {
    const twin = sql`select 1 from ${target} "twin" where "twin"."parent" = ${target}."parent"
      and "twin".${value} = ${successor}`
    const condition = successor === null ? sql`true` : sql`exists (${twin})`
    await tx.query(sql`delete from ${target} where ${value} = ${name} and ${condition}`)
  }
  if (successor !== null) await tx.query(sql`update ${target} set ${value} = ${successor} where ${value} = ${name}`)
}

async function renameLoggedState(
  tx: Transaction,
  app: App,
  entity: string,
  [from, to]: readonly [from: string, to: string | null],
): Promise<void> {
  for (const column of ['fromState', 'toState'])
    await tx.query(sql`update ${identifier(app.product.logEntity)} set ${identifier(column)} = ${to}
      where "entity" = ${entity} and ${identifier(column)} = ${from}`)
}

function vanishedRefusal(app: App, { kind, owner, name }: StoredName, held: readonly string[]): MigrationRefusal {
  const holders = held.join(', ')
  if (kind === 'state')
    return {
      source: entityOf(app, owner).source,
      path: ['states'],
      message: `The state "${name}" of "${owner}" is gone from the manifest, but records are in it: ${holders}.`,
      hint: `Write "migration": { "states": { "${name}": "anotherState" } } to move them.`,
    }
  return {
    source: app.migration.codes[owner]!.source,
    path: ['items'],
    message: `The code "${name}" of the dictionary "${owner}" is gone from the manifest, but records hold it: ${holders}.`,
    hint:
      `Keep it as { "title": …, "retired": true }, which is shown and no longer offered, or write ` +
      `"migration": { "rename": { "${name}": "anotherCode" } } to replace it.`,
  }
}

/** A removed permission code and the roles that hold it. */
interface HeldCode {
  readonly name: string
  readonly holders: string
}

/** The instruction belongs in access.json, even if a removed module declared the code. */
function codeRefusals(app: App, gone: readonly HeldCode[]): MigrationRefusal[] {
  const dropped = app.migration.codes[permissionDictionary]?.drop ?? []
  const drop = dropWords([...dropped, ...gone.map(({ name }) => name)])
  return gone.map(({ name, holders }) => ({
    source: 'access.json',
    path: ['migration'],
    message: `The permission code "${name}" is gone from the manifest, but records hold it: ${holders}.`,
    hint:
      `Write in "migration" of access.json "rename": { "${name}": "anotherCode" } to replace it, or ` +
      `${drop} to take it from them.`,
  }))
}

const stillStored = (rows: HeldRows) =>
  `${rows.count} ${rows.count === 1 ? 'record of it is kept' : 'records of it are kept'} (${namedIds(rows)})`

const recordsOf = (tx: Transaction, table: string) => heldRows(tx, { table, record: 'id' }, sql`true`)
