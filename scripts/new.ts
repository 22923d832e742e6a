// How does one begin a manifest? `npm run new -- entity <module> <name>` and `npm run new -- screen <module> <Name> --entity x` write a
// minimal one that compiles; nothing that exists is overwritten.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compile } from '../src/manifest/compile'
import { printProblems, refuse, requireApp, schemasFolder } from './compiled'
import { readSources } from '../src/server/sources'

const USAGE = `npm run new -- entity <module> <name>
npm run new -- screen <module> <Name> --entity <entity>
npm run new -- module <name>`

const words = process.argv.slice(2)
const at = words.indexOf('--entity')
const entity = at < 0 ? undefined : words[at + 1]
const [kind, module = '', name = ''] = words.filter((_, index) => at < 0 || (index !== at && index !== at + 1))
const NAME = /^[A-Za-z][A-Za-z0-9]*$/
if (kind === undefined || !NAME.test(module) || (kind !== 'module' && !NAME.test(name))) refuse(USAGE)

const app = requireApp()
if (kind !== 'module' && app.modules[module] === undefined)
  refuse(
    `There is no module ${module}. Known: ${Object.keys(app.modules).join(', ')}. A new one: npm run new -- module ${module}`,
  )
const { path, manifest } = described()
const file = join(schemasFolder, path)
if (existsSync(file)) refuse(`${relative(process.cwd(), file)} exists already.`)
const text = `${compact(JSON.stringify(manifest, null, 2))}\n`
const compiled = compile([...readSources(schemasFolder), { path, text }])
if (!compiled.ok) {
  printProblems(compiled.problems)
  refuse('Nothing was written.')
}
mkdirSync(join(file, '..'), { recursive: true })
writeFileSync(file, text)
console.log(`Wrote ${relative(process.cwd(), file)}. A running server shows it at once.`)

/** Lists of words on one line, as a person would write them. */
function compact(json: string): string {
  return json.replace(
    /\[\n\s+("[^"\n]*"(?:,\n\s+"[^"\n]*")*)\n\s+\]/g,
    (_, items: string) => `[${items.replace(/,\n\s+/g, ', ')}]`,
  )
}

function described(): { path: string; manifest: Record<string, unknown> } {
  const schema = (of: string): string => `../language/${of}.schema.json`
  switch (kind) {
    case 'module':
      return {
        path: `${module}/module.json`,
        manifest: { $schema: schema('module'), title: [module, module], path: `/${module}` },
      }
    case 'entity':
      return { path: `${module}/${name}.entity.json`, manifest: { $schema: schema('entity'), ...newEntity() } }
    case 'screen':
      return { path: `${module}/${name}.screen.json`, manifest: { $schema: schema('screen'), ...newScreen() } }
    default:
      return refuse(USAGE)
  }
}

function newEntity(): Record<string, unknown> {
  const permission = [...app.modules[module]!.permission]
  return {
    title: [name, name],
    fields: { name: { type: 'string', title: ['名称', 'Name'], required: true } },
    states: { active: { title: ['有效', 'Active'], colour: 'green' } },
    transitions: {
      create: { title: ['新增', 'Create'], to: 'active', permission, asks: ['name'] },
      edit: { title: ['编辑', 'Edit'], from: ['active'], permission, asks: ['name'] },
    },
  }
}

/** Columns and actions that the entity has; the titles are the author's to change. */
function newScreen(): Record<string, unknown> {
  if (entity === undefined) return refuse(`Which records does it show?\n${USAGE}`)
  const of = app.entities[entity]
  if (of === undefined) return refuse(`There is no entity ${entity}. Known: ${Object.keys(app.entities).join(', ')}.`)
  const own = Object.values(of.fields).filter(
    (field) =>
      (!field.system || ['no', 'state'].includes(field.name)) &&
      !['lines', 'files', 'text', 'address'].includes(field.type),
  )
  const people = Object.values(of.transitions).filter((transition) =>
    transition.permissions.some((permission) => permission.code !== 'system'),
  )
  const columns = own.map((field) => field.name).slice(0, 8)
  return {
    path: `${app.modules[module]!.path ?? ''}/${name}`,
    title: [...of.title],
    kind: 'list',
    entity,
    columns: columns.length > 0 ? columns : ['createdAt'],
    ...(people.length > 0 && { actions: people.map((transition) => transition.name) }),
  }
}
