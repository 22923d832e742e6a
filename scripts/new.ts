// Creates minimal manifests for `npm run new`.
// The result compiles; existing files are never overwritten.
import { wideTypes } from '../src/manifest/fieldTypes/typeSets'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compile } from '../src/manifest/compile'
import { readCommandLine } from './commandLine.mjs'
import { printFolder, printProblems, refuse, requireApp, schemasFolder } from './compiled'
import { savedTexts } from '../src/manifest/model/text'
import { readSources } from '../src/server/workers/readManifests'

const usage = `npm run new -- module <name> --title 样品,Samples
npm run new -- entity <module> <name> --title 样品,Sample --prefix SP [--no-name]
npm run new -- screen <module> <Name> --entity <entity> --title 样品,Samples

  --title T    the title in each language of the product, with commas between them; a screen without has that of its
               entity
  --prefix P   the letters before the numbers of the records
  --no-name    records that are called by their number alone, such as requests and payments
  --help       this text
SCHEMAS_DIR names another folder than schemas.`

const {
  flags,
  values,
  words: positionals,
} = readCommandLine(usage, {
  flags: ['no-name'],
  values: ['entity', 'title', 'prefix'],
  words: [0, 3],
})
const { entity, prefix } = values
const [kind, module = '', name = ''] = positionals
const namePattern = /^[A-Za-z][A-Za-z0-9]*$/
if (kind === undefined || !namePattern.test(module) || (kind !== 'module' && !namePattern.test(name))) refuse(usage)
if ((prefix !== undefined && kind !== 'entity') || (entity !== undefined && kind !== 'screen')) refuse(usage)

const isNamed = !flags.has('no-name')
if (!isNamed && kind !== 'entity') refuse(usage)
if (!isNamed && prefix === undefined)
  refuse('--no-name needs --prefix: a record without a name is called by its number.')

printFolder()
const app = requireApp()
const { languages } = app.product
if (kind !== 'module' && app.modules[module] === undefined)
  refuse(
    [
      `There is no module ${module}. Known:`,
      `${Object.keys(app.modules).join(', ')}. A new one: npm run new -- module ${module} --title 样品,Samples`,
    ].join(' '),
  )
if (values.title === undefined && kind !== 'screen')
  refuse(`--title is missing: the title in ${languages.join(' and ')}, with a comma between them.`)
/** In the order of the product's languages. */
const titles = titlesOf(values.title)
/** A new module, entity or screen is closed: it gets a code of its own, unless its module or entity has one. */
let ownCode: string | undefined
const { path, manifest } = described()
const file = join(schemasFolder, path)
if (existsSync(file)) refuse(`${relative(process.cwd(), file)} exists already.`)
const text = `${compact(JSON.stringify(manifest, null, 2))}\n`
const access = ownCode === undefined ? undefined : withCode(ownCode)
const others = readSources(schemasFolder).filter((source) => access === undefined || source.path !== 'access.json')
const compiled = compile([
  ...others,
  ...(access === undefined ? [] : [{ path: 'access.json', text: access }]),
  { path, text },
])
if (!compiled.ok) {
  printProblems(compiled.problems)
  refuse('Nothing was written.')
}
mkdirSync(join(file, '..'), { recursive: true })
writeFileSync(file, text)
if (access !== undefined) writeFileSync(join(schemasFolder, 'access.json'), access)
console.log(`Wrote ${relative(process.cwd(), file)}. A running server shows it at once.`)
if (access !== undefined)
  console.log(`Only holders of ${ownCode} may use it: it stands in access.json now, and no role holds it yet.`)

if (kind === 'module')
  console.log(
    [
      `Only holders of p_${module} may use it, and no role holds it yet. To give it to the roles that hold another code,`,
      `add "grants": { "p_${module}": ["that code"] } to the file; \`npm run explain\` lists the codes with their roles.`,
    ].join('\n'),
  )
if (kind === 'entity')
  console.log(
    `No screen offers it yet, of which \`npm run check\` warns: npm run new -- screen ${module} <Name> --entity ${name}`,
  )
if (kind === 'screen') console.log('Its records are not exported; take "export": false out to let holders do so.')

function titlesOf(title: string | undefined): readonly string[] | undefined {
  const texts = title?.split(/[,，]/).map((text) => text.trim())
  if (texts !== undefined && (texts.length !== languages.length || texts.includes('')))
    refuse(`--title takes a title in each language, with commas between them: ${languages.join(', ')}.`)
  return texts
}

/** In the order of the product's languages; English for others. */
function inEach(texts: { readonly zh: string; readonly en: string }): readonly string[] {
  return languages.map((language) => (language === 'zh' ? texts.zh : texts.en))
}

/** Puts lists of words on one line, as an author would write them. */
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
        manifest: {
          $schema: schema('module'),
          title: titles,
          path: `/${module}`,
          permissions: [`p_${module}`],
          codes: { [`p_${module}`]: titles },
        },
      }
    case 'entity':
      return { path: `${module}/${name}.entity.json`, manifest: { $schema: schema('entity'), ...newEntity() } }
    case 'screen':
      return { path: `${module}/${name}.screen.json`, manifest: { $schema: schema('screen'), ...newScreen() } }
    default:
      return refuse(usage)
  }
}

/** The codes among these, else a new one. */
function codesOr(given: readonly string[]): string[] {
  const codes = [...new Set(given)].filter((code) => app.access.permissions[code] !== undefined)
  return codes.length > 0 ? codes : [closed(name)]
}

function closed(name: string): string {
  ownCode = `p_${name}`
  return ownCode
}

/** access.json with an additional code after the last one, other lines unchanged. */
function withCode(code: string): string | undefined {
  if (app.access.permissions[code] !== undefined) return undefined
  const text = readFileSync(join(schemasFolder, 'access.json'), 'utf8')
  return text.replace(/("permissions":\s*\{)(\s*)/, (_, begin: string, gap: string) => {
    return `${begin}${gap}${JSON.stringify(code)}: ${JSON.stringify(titles ?? savedTexts(app.entities[entity!]!.title, languages))},${gap}`
  })
}

function newEntity(): Record<string, unknown> {
  const permission = codesOr(app.modules[module]!.permissions)
  const fields = isNamed
    ? { name: { type: 'string', title: inEach({ zh: '名称', en: 'Name' }), required: true } }
    : { remark: { type: 'text', title: inEach({ zh: '备注', en: 'Remark' }) } }
  const form = Object.keys(fields)
  return {
    title: titles,
    ...(prefix !== undefined && { numberPrefix: prefix }),
    labelField: isNamed ? 'name' : 'no',
    fields,
    states: { active: { title: inEach({ zh: '有效', en: 'Active' }), color: 'green' } },
    transitions: {
      create: { title: inEach({ zh: '新增', en: 'Create' }), to: 'active', permissions: permission, form },
      edit: { title: inEach({ zh: '编辑', en: 'Edit' }), from: ['active'], permissions: permission, form },
    },
  }
}

/** Lists columns and actions of the entity; the author changes the titles. */
function newScreen(): Record<string, unknown> {
  if (entity === undefined) return refuse(`Which records does it show?\n${usage}`)
  const of = app.entities[entity]
  if (of === undefined) return refuse(`There is no entity ${entity}. Known: ${Object.keys(app.entities).join(', ')}.`)
  const fields = Object.values(of.fields).filter(
    (field) => (!field.system || ['no', 'state'].includes(field.name)) && !wideTypes.has(field.type),
  )
  const people = Object.values(of.transitions).filter((transition) =>
    transition.permissions.some((permission) => permission.permission !== 'system'),
  )
  const columns = fields.map((field) => field.name).slice(0, 8)
  return {
    path: `${app.modules[module]!.path ?? ''}/${name}`,
    title: titles ?? savedTexts(of.title, languages),
    kind: 'list',
    permissions: codesOr(people.flatMap(({ permissions }) => permissions.map((item) => item.permission))),
    entity,
    columns: columns.length > 0 ? columns : ['createdAt'],
    ...(people.length > 0 && { actions: people.map((transition) => transition.name) }),
    export: false,
  }
}
