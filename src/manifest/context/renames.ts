// Finds the present name of a former one, from the `migration` of its file.
// For an outdated reference the problem then names the rename instead of listing all names.
import type { File, ManifestFiles } from '../1-read/manifestFiles'
import type { Arguments } from '../problems/catalog'
import type { RuleProblem } from '../problems/expressionProblem'

/** The file that declares the rename, and the present name. */
interface Rename {
  readonly file: File<unknown>
  readonly name: string
}

type RenamesOfFile = Readonly<Record<string, string>> | undefined

/** @param around the entities relevant at the location: lines and forms name their fields without the entity */
export function renamedHint(
  manifests: ManifestFiles,
  code: string,
  { entity, of = '', what = '', name = '' }: Arguments,
  around: readonly string[],
): { readonly hint?: string } {
  const { entities, dictionaries, access } = manifests
  switch (code) {
    case 'unknown-field':
      return hintOf(fieldNow(manifests, entity ?? '', name, around))
    case 'unknown-name':
      return what.startsWith('field') ? hintOf(fieldNow(manifests, '', name, around)) : {}
    case 'unknown-state': {
      const file = entities.get(entity ?? '')
      return hintOf(now(file, file?.manifest.migration?.states, name))
    }
    case 'unknown-entity':
      return hintOf(
        [...entities.values()]
          .filter(({ manifest }) => [manifest.migration?.from ?? []].flat().includes(name))
          .map((file) => ({ file, name: file.name }))[0],
      )
    case 'unknown-code': {
      const file = dictionaries.get(of.match(/\w+/g)?.at(-1) ?? '')
      return hintOf(now(file, file?.manifest.migration?.rename, name))
    }
    case 'unknown-permission':
      return hintOf(now(access, access?.manifest.migration?.rename, name))
    default:
      return {}
  }
}

/** The same for a name or a text in a rule. */
export function renamedInRule(manifests: ManifestFiles, problem: RuleProblem, around: readonly string[]): RuleProblem {
  const { missing, literal } = problem
  const point = missing?.lastIndexOf('.') ?? -1
  if (missing !== undefined)
    return { ...problem, ...hintOf(fieldNow(manifests, missing.slice(0, point), missing.slice(point + 1), around)) }
  if (literal === undefined) return problem
  const { entities, dictionaries, access } = manifests
  const renames = [
    ...[...entities.values()].map((file) => now(file, file.manifest.migration?.states, literal.value)),
    ...[...dictionaries.values(), ...(access ? [access] : [])].map((file) =>
      now(file, file.manifest.migration?.rename, literal.value),
    ),
  ]
  return { ...problem, ...hintOf(renames.find((rename) => rename && literal.among.includes(rename.name))) }
}

/** The present last name of the path; `owner` is an entity, or lines with or without their entity. */
function fieldNow(
  { entities }: ManifestFiles,
  owner: string,
  name: string,
  around: readonly string[],
): Rename | undefined {
  const [first = '', lines] = owner.split('.')
  const named = entities.get(first)
  const renames =
    named !== undefined
      ? [now(named, named.manifest.migration?.rename, lines === undefined ? name : `${lines}.${name}`)]
      : around.flatMap((entity) => {
          const file = entities.get(entity)
          const written = file?.manifest.migration?.rename
          return [now(file, written, `${owner}.${name}`), now(file, written, name)]
        })
  const rename = renames.find((one) => one !== undefined)
  return rename && { ...rename, name: rename.name.split('.').at(-1) ?? '' }
}

/** A file of invalid shape may contain anything. */
function now(file: File<unknown> | undefined, written: RenamesOfFile, name: string): Rename | undefined {
  const renamed: unknown = written !== undefined && Object.hasOwn(written, name) ? written[name] : undefined
  return file !== undefined && typeof renamed === 'string' ? { file, name: renamed } : undefined
}

const hintOf = (rename: Rename | undefined): { readonly hint?: string } =>
  rename === undefined ? {} : { hint: `Renamed in ${rename.file.path}: write \`${rename.name}\`.` }
