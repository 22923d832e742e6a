// Finds the declaration of a field, which may be a field set of its module.
// Also finds the holders of its values, and what has names made of its name.
import type { App } from '../../src/manifest/model/app'
import type { JsonPath } from '../../src/manifest/json/parse'
import { snapshotField } from '../../src/manifest/expression/environment'
import type { Source } from '../../src/manifest/json/source'
import { namesOfSteps } from '../../src/manifest/1-read/escalation'
import type { Job, Snapshot } from '../../src/manifest/language/generated'

/** An entity whose records have the field, or whose lines have it as a column. */
export interface Holder {
  readonly entity: string
  readonly lines?: string
}

interface DeclaredField {
  readonly file: string
  readonly path: JsonPath
  readonly holders: readonly Holder[]
}

interface FieldsOfManifest {
  readonly fieldSets?: readonly string[]
  readonly fields?: Readonly<Record<string, FieldsOfManifest & { readonly type?: string }>>
}

/** @param field the field of the holder, which the App has */
export function declaredField(sources: readonly Source[], app: App, holder: Holder, field: string): DeclaredField {
  const { source: file } = app.entities[holder.entity]!
  const written = writtenAt(sources, file, holder.lines)
  if (Object.hasOwn(written?.fields ?? {}, field)) {
    const path = ['fields', ...(holder.lines === undefined ? [] : [holder.lines, 'fields']), field]
    return { file, path, holders: [holder] }
  }
  const module = `${file.split('/')[0]}/`
  const sets = jsonOf<{ readonly fieldSets?: Readonly<Record<string, object>> }>(sources, `${module}module.json`)
  const set = written?.fieldSets?.find((name) => Object.hasOwn(sets?.fieldSets?.[name] ?? {}, field))
  if (set === undefined) throw new Error(`Neither ${file} nor a field set of it declares "${field}".`)
  const holders = Object.values(app.entities)
    .filter(({ source }) => source.startsWith(module))
    .flatMap((entity) => usersOf(sources, entity.source, set).map((lines) => ({ entity: entity.name, ...lines })))
  return { file: `${module}module.json`, path: ['fieldSets', set, field], holders }
}

type NameMaker = (sources: readonly Source[], app: App, entity: string, name: string) => string | undefined

/** By kind: what made a name, or makes names of it, as a sentence; undefined: nothing. */
export const nameMakers: Readonly<Partial<Record<string, NameMaker>>> = {
  field: (sources, app, entity, name) => {
    const snapshot = snapshotWith(sources, app, entity, name)
    if (snapshot !== undefined) return `The snapshot ${snapshot} keeps its values under a name made of it.`
    return escalated(
      entity,
      escalatedJobs(sources, app, entity).find(({ fields }) => fields.includes(name)),
    )
  },
  transition: (sources, app, entity, name) =>
    escalated(
      entity,
      escalatedJobs(sources, app, entity).find(({ transitions }) => transitions.includes(name)),
    ),
}

const escalated = (entity: string, job: { readonly transition: string } | undefined): string | undefined =>
  job && `The steps of ${entity}.${job.transition} have names made of its name.`

/** The snapshot that keeps a field or has it for its value, as `entity.snapshot`. */
function snapshotWith(sources: readonly Source[], app: App, entity: string, field: string): string | undefined {
  return Object.values(app.entities)
    .flatMap(({ name, source }) => {
      const { snapshots = {} } =
        jsonOf<{ readonly snapshots?: Readonly<Record<string, Snapshot>> }>(sources, source) ?? {}
      return Object.entries(snapshots).map(([snapshot, keeping]) => ({ name, snapshot, ...keeping }))
    })
    .filter(
      ({ name, snapshot, entity: from, fields }) =>
        (from === entity && fields.includes(field)) ||
        (name === entity && fields.some((one) => snapshotField(snapshot, one) === field)),
    )
    .map(({ name, snapshot }) => `${name}.${snapshot}`)[0]
}

function escalatedJobs(sources: readonly Source[], { entities }: App, entity: string) {
  const { jobs = [] } = jsonOf<{ readonly jobs?: readonly Job[] }>(sources, entities[entity]?.source ?? '') ?? {}
  return jobs
    .filter(({ steps }) => steps !== undefined)
    .map(({ transition, steps = [] }) => ({ transition, ...namesOfSteps(transition, steps.length) }))
}

/** The uses of a set in an entity: among its own fields, or in its lines. Inputs of forms are not stored. */
function usersOf(sources: readonly Source[], file: string, set: string): { readonly lines?: string }[] {
  const { fieldSets = [], fields = {} } = jsonOf<FieldsOfManifest>(sources, file) ?? {}
  return [
    ...(fieldSets.includes(set) ? [{}] : []),
    ...Object.entries(fields).flatMap(([lines, field]) => (field.fieldSets?.includes(set) ? [{ lines }] : [])),
  ]
}

function writtenAt(sources: readonly Source[], file: string, lines: string | undefined): FieldsOfManifest | undefined {
  const manifest = jsonOf<FieldsOfManifest>(sources, file)
  return lines === undefined ? manifest : manifest?.fields?.[lines]
}

function jsonOf<T>(sources: readonly Source[], path: string): T | undefined {
  const source = sources.find((one) => one.path === path)
  return source && (JSON.parse(source.text) as T)
}
