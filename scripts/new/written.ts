// Writes what `npm run new` makes: as files of their own, or into those of module and entity.
// Other bytes of an edited manifest stay as they are.
import { parse } from 'jsonc-parser'
import type { Source } from '../../src/manifest/json/source'
import type { App } from '../../src/manifest/model/app'
import { compact, insertPart } from './insertPart'
import { newDocument, newEntity, newFigure, newModule, newScreen, titlesOf } from './manifests'
import { NewProblem, type Wish } from './wish'

export interface NewFiles {
  /** New and changed manifests. */
  readonly files: readonly Source[]
  /** The permission code that was added. */
  readonly ownCode?: string
}

/** @throws NewProblem for a file or part that exists */
export function written(app: App, sources: readonly Source[], wish: Wish): NewFiles {
  const { kind, module, name, entity } = wish
  if (kind === 'document') {
    const of = app.entities[entity]!
    if (of.documents.some((document) => document.name === name))
      throw new NewProblem(`${entity} has a document ${name} already.`)
    return { files: [insertPart(textOf(sources, of.source), ['documents', name], newDocument(app, wish))] }
  }
  const code = wish.code ?? wish.newCode ?? freeCode(app, wish)
  const own = wish.code === undefined ? { ownCode: code } : {}
  if (kind === 'module') return { ...own, files: [fileOf(sources, `${module}/module.json`, newModule(wish, code))] }
  const former = textOf(sources, app.modules[module]!.source)
  const declaring = wish.code === undefined ? insertPart(former, ['codes', code], titlesOf(app, wish)) : former
  if (kind === 'figure') return { ...own, files: [withFigure(declaring, wish, newFigure(app, wish, code))] }
  const manifest = kind === 'entity' ? newEntity(app, wish, code) : newScreen(app, wish, code)
  const file = fileOf(sources, `${module}/${name}.${kind === 'entity' ? 'entity' : 'screen'}.json`, manifest)
  return { ...own, files: declaring === former ? [file] : [declaring, file] }
}

/** A code that no module has yet, after the name of what it opens. */
function freeCode({ access }: App, { kind, module, name, entity }: Wish): string {
  const stem = name || (kind === 'figure' ? `${module}_${entity}` : module)
  const codes = [
    `p_${stem}`,
    `p_${module}_${stem}`,
    ...Array.from({ length: 9 }, (_, index) => `p_${stem}${index + 2}`),
  ]
  const free = codes.find((code) => access.permissions[code] === undefined)
  if (free === undefined) throw new NewProblem(`The codes ${codes.join(', ')} are taken: name one with --code.`)
  return free
}

function textOf(sources: readonly Source[], path: string): Source {
  return sources.find((source) => source.path === path)!
}

function fileOf(sources: readonly Source[], path: string, manifest: object): Source {
  if (sources.some((source) => source.path === path)) throw new NewProblem(`${path} exists already.`)
  const schema = `../language/${/(\w+)\.json$/.exec(path)![1]}.schema.json`
  return { path, text: `${compact(JSON.stringify({ $schema: schema, ...manifest }, null, 2))}\n` }
}

function withFigure(source: Source, { dashboard, titles }: Wish, figure: object): Source {
  interface Dashboards {
    readonly dashboards?: Readonly<Record<string, { readonly blocks?: readonly { readonly kind: string }[] }>>
  }
  const blocks = (parse(source.text) as Dashboards).dashboards?.[dashboard]?.blocks ?? []
  const index = blocks.findIndex(({ kind }) => kind === 'figures')
  const path = ['dashboards', dashboard, 'blocks']
  if (index >= 0) return insertPart(source, [...path, index, 'figures', -1], figure)
  return insertPart(source, [...path, -1], { kind: 'figures', ...(titles && { title: titles }), figures: [figure] })
}
