// Builds a product that uses every word of the language:
// the tests' library with bindery and store, and an archive for the rest, with generated records.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../../src/manifest/json/source'
import type { App } from '../../src/manifest/model/app'
import type { Entity } from '../../src/manifest/model/entity'
import type { Field } from '../../src/manifest/model/field'
import type { DemoTable } from '../../src/server/boot/demo/files'
import { readSources } from '../../src/server/workers/readManifests'
import { librarySources, compileSound, password, tables } from '../server/library'

type Json = Readonly<Record<string, unknown>>

/** The manifests, those of the folder `kinds` laid over the others key by key. */
export async function kindsSources(): Promise<Source[]> {
  const library = [
    ...(await librarySources()),
    ...readSources('tests/manifest/bindery'),
    ...readSources('tests/manifest/examples'),
  ]
  const texts = new Map(library.map(({ path, text }) => [path, text]))
  for (const { path, text } of readSources('tests/browser/kinds')) {
    const under = texts.get(path)
    texts.set(path, under === undefined ? text : JSON.stringify(laidOver(JSON.parse(under), JSON.parse(text))))
  }
  return [...texts].map(([path, text]) => ({ path, text }))
}

function laidOver(under: Json, over: Json): Json {
  const both = Object.entries(over).map(([key, value]) => [
    key,
    isObject(value) && isObject(under[key]) ? laidOver(under[key], value) : value,
  ])
  return { ...under, ...Object.fromEntries(both) }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The login of the account that holds every right. */
export const keeper = '13900000077'
export const keeperName = '高老师'
const rowsOfEach = 8

/** Manifests and demo data as the files of a folder. */
export async function kindsProduct(): Promise<Source[]> {
  const sources = await kindsSources()
  const app = compileSound(sources)
  const written = new Set(['library', 'branch', 'role', 'account', app.product.logEntity])
  const rights = Object.keys(app.access.permissions).map((code) => ({ code }))
  const people: DemoTable[] = [
    {
      file: 'rights',
      entity: 'role',
      columns: ['key', 'library', 'name', 'codes'],
      rows: [['RX', '$L1', '全权', rights]],
    },
    {
      file: 'keepers',
      entity: 'account',
      columns: ['key', 'library', 'name', 'login', 'branch', 'role', 'reach', 'state'],
      rows: [
        ['keeper', '$L1', keeperName, keeper, '$B1', '$RX', 'library', 'active'],
        ['program', '$L1', 'ERP [API]', null, '$B1', '$RX', 'library', 'service'],
      ],
    },
  ]
  const kept = Object.values(app.entities).filter(({ name, view }) => !view && !written.has(name))
  const demo = [...tables, ...people, ...kept.map((entity) => tableOf(app, entity))]
  const offers = [{ no: 'U-1', name: '联盟图书', mobile: keeper, status: 'booked' }]
  return [
    ...sources,
    ...['manual.md', 'tutorial.md', 'recipes.md', 'manual.zh.json'].map((file) => ({
      path: `language/${file}`,
      text: readFileSync(join('schemas/language', file), 'utf8'),
    })),
    { path: 'demo/integrations/union.json', text: JSON.stringify({ offers }) },
    ...demo.map(({ file, ...table }) => ({ path: `demo/${file}.json`, text: JSON.stringify(table) })),
    {
      path: 'demo/accounts.json',
      text: JSON.stringify({ password, accounts: { keeper: ['资料员', 'Keeper'] } }),
    },
  ]
}

const system = new Set(['id', 'no', 'version', 'library', 'createdBy', 'createdAt', 'updatedAt', 'state', 'stateAt'])

/** Rows with a value in every field, of each state in turn; nothing refers to the second half of them. */
function tableOf(app: App, { name, fields, states, perTenant }: Entity): DemoTable {
  const filled = Object.values(fields).filter(({ name: field, stored }) => stored && !system.has(field))
  const codes = Object.keys(states)
  return {
    file: `every${name}`,
    entity: name,
    columns: [
      'key',
      ...(perTenant ? ['library'] : []),
      'createdBy',
      ...(codes.length > 0 ? ['state'] : []),
      ...filled.map((field) => field.name),
    ],
    rows: Array.from({ length: rowsOfEach }, (_, at) => [
      `every${name}${at}`,
      ...(perTenant ? ['$L1'] : []),
      at % 2 === 0 ? '$keeper' : '$boss',
      ...(codes.length > 0 ? [codes[at % codes.length]] : []),
      ...filled.map((field) => valueOf(app, field, at)),
    ]),
  }
}

const firstOf: Readonly<Record<string, string>> = { account: 'keeper', branch: 'B1', library: 'L1', role: 'RX' }

/** What row `at` holds in a field; other in each row where it can be. */
function valueOf(app: App, field: Field, at: number): unknown {
  if (field.example !== undefined) return field.example
  const number = Math.min((field.min ?? 0) + at + 1, field.max ?? Infinity)
  switch (field.type) {
    case 'string':
      return field.format === 'route' ? '/archive/Pieces' : `${field.title.zh!} ${at + 1}`
    case 'text':
      return textOf(field, at)
    case 'mobile':
      return `1370000000${at}`
    case 'int':
      return number
    case 'money':
      return (number + 1230.5).toFixed(2)
    case 'decimal':
      return field.max === 1 ? '0.25' : (number + 0.5).toFixed(2)
    case 'date':
      return `@${at - 2}`
    case 'datetime':
      return `@${-at} 10:00`
    case 'boolean':
      return at % 2 === 0
    case 'choice': {
      const { items } = app.dictionaries[field.dictionary!]!
      return items[at % items.length]!.code
    }
    case 'ref':
      return `$${firstOf[field.entity!] ?? `every${field.entity!}${at % (rowsOfEach / 2)}`}`
    case 'files':
      return [`photo ${field.name}${at}.jpg`]
    case 'address':
      return { province: '浙江省', city: '杭州市', district: '西湖区', detail: `文三路 ${at + 1} 号` }
    case 'lines':
      return [0, 1].map((line) =>
        Object.fromEntries(
          Object.values(field.fields ?? {})
            .filter(({ stored, type }) => stored && type !== 'files')
            .map((cell) => [cell.name, valueOf(app, cell, at + line)]),
        ),
      )
    default:
      return field.type satisfies never
  }
}

function textOf({ format, localized, title }: Field, at: number): unknown {
  const text = (words: string) => (format === 'html' ? `<p>${words} <b>${at + 1}</b></p>` : `${words} ${at + 1}`)
  if (format === 'request') return JSON.stringify({ words: 'maps', filters: {} })
  return localized ? [text(title.zh!), text(title.en!)] : text(title.zh!)
}
