// Expands the snapshots of an entity into fields, and their entries in `set` into one rule each.
// Later phases know of a snapshot only how rules name its fields.
import { snapshotField } from '../expression/environment'
import { isName } from '../expression/names'
import type { JsonPath } from '../json/parse'
import type { EntityManifest, Field, Snapshot, TransitionManifest } from '../language/generated'
import type { Text } from '../model/text'
import type { Arguments, ProblemCode } from '../problems/catalog'
import type { Problems } from '../problems/problems'
import { hintFor } from '../problems/suggest'
import type { File, ManifestFiles } from './manifestFiles'

type SetOf = NonNullable<TransitionManifest['set']>

/** Call it once field sets are inlined: a kept field may come from one. */
export function expandSnapshots(manifests: ManifestFiles, problems: Problems): void {
  for (const file of [...manifests.entities.values()])
    if (file.manifest.snapshots !== undefined)
      manifests.entities.set(file.name, new Expansion(file, manifests, problems).file())
}

class Expansion {
  private readonly borrowed: NonNullable<File<EntityManifest>['document']['borrowed']>[number][] = []
  /** By snapshot: the source fields, and the fields that keep their values. */
  private readonly fields = new Map<string, (readonly [source: string, field: string])[]>()

  constructor(
    private readonly written: File<EntityManifest>,
    private readonly manifests: ManifestFiles,
    private readonly problems: Problems,
  ) {}

  file(): File<EntityManifest> {
    const { document, manifest } = this.written
    // Without a prototype, like everything read: all names are the author's.
    const fields = Object.assign(Object.create(null) as Record<string, Field>, manifest.fields)
    for (const [name, snapshot] of Object.entries(manifest.snapshots ?? {})) this.addFields(fields, name, snapshot)
    const transitions = Object.entries(manifest.transitions ?? {}).map(([name, transition]) => [
      name,
      transition.set ? { ...transition, set: this.setOf(transition.set, ['transitions', name, 'set']) } : transition,
    ])
    const snapshots = Object.fromEntries(
      Object.entries(manifest.snapshots ?? {}).filter(([name]) => this.fields.has(name)),
    )
    return {
      ...this.written,
      manifest: {
        ...manifest,
        fields,
        snapshots,
        ...(manifest.transitions && { transitions: Object.fromEntries(transitions) }),
      },
      document: { ...document, borrowed: [...(document.borrowed ?? []), ...this.borrowed] },
    }
  }

  private addFields(fields: Record<string, Field>, name: string, { title, entity, fields: sources }: Snapshot): void {
    const path = ['snapshots', name]
    if (!isName(name)) return this.report(path, 'bad-name', { name }, { key: true })
    if (Object.hasOwn(fields, name)) return this.taken(path, name)
    const added: (readonly [string, string])[] = []
    this.fields.set(name, added)
    const source = this.manifests.entities.get(entity)?.manifest
    if (source === undefined) {
      if (this.manifests.unreadable.entity.has(entity)) return
      return this.report(
        [...path, 'entity'],
        'unknown-entity',
        { name: entity },
        hintFor(entity, [...this.manifests.entities.keys()]),
      )
    }
    for (const [index, sourceName] of sources.entries()) {
      // A hole: the entry had the wrong shape.
      if (sourceName === undefined) continue
      const from = [...path, 'fields', index]
      const sourceField = Object.hasOwn(source.fields, sourceName) ? source.fields[sourceName] : undefined
      const field = snapshotField(name, sourceName)
      const readers = sourceField && readersOf(source, sourceField)
      if (sourceField === undefined)
        this.report(
          from,
          'unknown-field',
          { entity, name: sourceName },
          hintFor(sourceName, Object.keys(source.fields)),
        )
      else if (!isSingleValue(sourceField))
        this.report(from, 'wrong-field', { name: sourceName, expected: 'a single value in one language' })
      else if (sourceField.mask !== undefined && this.written.manifest.states === undefined)
        this.report(from, 'wrong-field', {
          name: sourceName,
          expected: 'a field without a mask, as here are no states',
        })
      else if (readers?.length === 0)
        this.report(from, 'wrong-field', {
          name: sourceName,
          expected: 'a field with a permission that opens its records too',
        })
      else if (Object.hasOwn(fields, field)) this.taken(from, field)
      else {
        fields[field] = keptValue(
          { ...sourceField, ...(readers && { readPermissions: readers }) },
          title,
          Object.keys(this.written.manifest.states ?? {}),
        )
        added.push([sourceName, field])
        this.borrow(['fields', field], from)
      }
    }
  }

  /** The entries of `set`, with those of a snapshot replaced by one for each of its fields. */
  private setOf(set: SetOf, path: JsonPath): SetOf {
    const entries = Object.entries(set).flatMap(([name, source]) => {
      const fields = this.fields.get(name)
      if (fields === undefined) return [[name, source] as const]
      if (source !== null && !/^[A-Za-z]\w*(\.[A-Za-z]\w*)*$/.test(source)) {
        this.report([...path, name], 'conflicting-keys', {
          what: 'A snapshot is taken from a record, by the path to it',
        })
        return []
      }
      return fields.map(([sourceName, field]) => {
        this.borrow([...path, field], [...path, name])
        return [field, source && `${source}.${sourceName}`] as const
      })
    })
    return Object.fromEntries(entries)
  }

  private borrow(path: JsonPath, from: JsonPath): void {
    this.borrowed.push({ path, document: this.written.document, from })
  }

  private taken(path: JsonPath, name: string): void {
    this.report(path, 'conflicting-keys', { what: `\`${name}\` is already a field` }, { key: path.length === 2 })
  }

  private report(
    path: JsonPath,
    code: ProblemCode,
    args: Arguments,
    mark: { readonly key?: boolean; readonly hint?: string } = {},
  ): void {
    this.problems.add({ document: this.written.document, path }, code, args, mark)
  }
}

/**
 * A field for a value of another: its kind and who may read it, without the keys for those who enter it. Masked in
 * every state: the states of the mask are those of the other record.
 */
function keptValue(field: Field, title: Text, states: string[]): Field {
  const { type, dictionary, entity, unit, scale, maxLength, format, readPermissions, mask } = field
  return {
    type,
    title: Object.fromEntries(
      Object.entries(title).map(([language, text]) => [language, `${text} · ${field.title[language] ?? ''}`]),
    ),
    ...(dictionary !== undefined && { dictionary }),
    ...(entity !== undefined && { entity }),
    ...(unit !== undefined && { unit }),
    ...(scale !== undefined && { scale }),
    ...(maxLength !== undefined && { maxLength }),
    ...(format !== undefined && { format }),
    ...(readPermissions !== undefined && { readPermissions }),
    ...(mask !== undefined && { mask: { ...mask, states } }),
  }
}

/**
 * Who may read a field where its records are opened: the permissions of the field that the entity names as well;
 * undefined: all. Permissions that follow from screens narrow nothing, as they do not on a path through a reference.
 */
function readersOf({ readPermissions: opening }: EntityManifest, { readPermissions: reading }: Field) {
  const [openers, readers] = [opening, reading].map((codes) => (codes?.some(isForAll) ? undefined : codes))
  return openers && readers ? readers.filter((code) => openers.includes(code)) : (openers ?? readers)
}

const isForAll = (code: string): boolean => code === 'signed-in' || code === 'public'

const isSingleValue = ({ type, localized }: Field): boolean =>
  type !== 'lines' && type !== 'files' && localized !== true
