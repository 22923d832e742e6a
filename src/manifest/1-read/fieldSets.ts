// Inlines the fields of a module's field sets into the entities that use them.
// Later phases do not know field sets.
import type { Document, JsonPath } from '../json/parse'
import type { EntityManifest, Field, TransitionManifest } from '../language/generated'
import type { Problems } from '../problems/problems'
import { didYouMean, oneOf } from '../problems/suggest'
import type { File, ManifestFiles } from './manifestFiles'

type Fields = Readonly<Record<string, Field>>
/** A hole where an entry had the wrong shape. */
type Uses = readonly (string | undefined)[] | undefined

/** A field of a set: its path in the entity, and in the file of the module. */
interface Placed {
  readonly path: JsonPath
  readonly from: JsonPath
}

export function expandFieldSets(manifests: ManifestFiles, problems: Problems): void {
  const used = new Set<string>()
  for (const file of manifests.entities.values()) {
    const { manifest, placed } = new Expansion(file, manifests, problems, used).entity()
    const lender = manifests.modules.get(file.module)?.document
    const borrowed = lender && placed.map((one) => ({ ...one, document: lender }))
    const document = borrowed?.length ? { ...file.document, borrowed } : file.document
    manifests.entities.set(file.name, { ...file, manifest, document })
  }
  // The sets used by an unreadable entity are unknown.
  if (manifests.unreadable.entity.size > 0) return
  for (const { name: module, document, manifest } of manifests.modules.values())
    for (const name of Object.keys(manifest.fieldSets ?? {}))
      if (!used.has(`${module} ${name}`))
        problems.add(
          { document, path: ['fieldSets', name] },
          'unused-set',
          { name },
          { key: true, hint: 'Name it in `fieldSets` of an entity of this module, or take it away.' },
        )
}

/** The sets used by one entity. */
class Expansion {
  private readonly placed: Placed[] = []
  /** undefined: module.json was not read, which was reported. */
  private readonly sets: Readonly<Record<string, Fields>> | undefined

  constructor(
    private readonly file: File<EntityManifest>,
    { modules, unreadable }: ManifestFiles,
    private readonly problems: Problems,
    private readonly used: Set<string>,
  ) {
    this.sets = unreadable.module.has(file.module) ? undefined : (modules.get(file.module)?.manifest.fieldSets ?? {})
  }

  entity(): { readonly manifest: EntityManifest; readonly placed: readonly Placed[] } {
    const { fieldSets, ...manifest } = this.file.manifest
    const fields = this.withSets(fieldSets, ['fieldSets'], manifest.fields, ['fields'])
    const transitions = Object.create(null) as Record<string, TransitionManifest>
    for (const [name, transition] of Object.entries(manifest.transitions ?? {}))
      transitions[name] = this.transition(transition, ['transitions', name])
    return {
      manifest: { ...manifest, fields, ...(manifest.transitions && { transitions }) },
      placed: this.placed,
    }
  }

  private transition({ fieldSets, ...transition }: TransitionManifest, path: JsonPath): TransitionManifest {
    const inputs = this.withSets(fieldSets, [...path, 'fieldSets'], transition.inputs ?? {}, [...path, 'inputs'])
    return { ...transition, ...(Object.keys(inputs).length > 0 && { inputs }) }
  }

  /** The fields of the sets, followed by the entity's own; lines likewise. */
  private withSets(uses: Uses, usesPath: JsonPath, written: Fields, path: JsonPath): Fields {
    // Without a prototype, like everything read: all names are the author's.
    const fields = Object.create(null) as Record<string, Field>
    for (const [index, name] of (uses ?? []).entries())
      for (const [field, declared] of Object.entries(this.setAt(name, [...usesPath, index]) ?? {})) {
        if (Object.hasOwn(written, field) || Object.hasOwn(fields, field)) {
          this.problems.add(this.at([...usesPath, index]), 'declared-twice', { name: field, set: name! })
          continue
        }
        fields[field] = declared
        this.placed.push({ path: [...path, field], from: ['fieldSets', name!, field] })
      }
    for (const [field, declared] of Object.entries(written)) fields[field] = this.lines(declared, [...path, field])
    return fields
  }

  private lines(field: Field, path: JsonPath): Field {
    if (field?.type !== 'lines' || field.fieldSets === undefined) return field
    const { fieldSets, ...lines } = field
    return {
      ...lines,
      fields: this.withSets(fieldSets, [...path, 'fieldSets'], lines.fields ?? {}, [...path, 'fields']),
    }
  }

  /** @param name undefined if the entry had the wrong shape, which was reported */
  private setAt(name: string | undefined, path: JsonPath): Fields | undefined {
    if (this.sets === undefined) return undefined
    if (name !== undefined && Object.hasOwn(this.sets, name)) {
      this.used.add(`${this.file.module} ${name}`)
      return this.sets[name]
    }
    const names = Object.keys(this.sets)
    // Any of them may be intended.
    for (const set of names) this.used.add(`${this.file.module} ${set}`)
    if (name === undefined) return undefined
    const hint =
      names.length > 0
        ? (didYouMean(name, names) ?? oneOf(names))
        : 'The module declares no `fieldSets` in module.json.'
    this.problems.add(this.at(path), 'unknown-name', { what: 'set of fields', name }, { hint })
    return undefined
  }

  private readonly at = (path: JsonPath): { readonly document: Document; readonly path: JsonPath } => ({
    document: this.file.document,
    path,
  })
}
