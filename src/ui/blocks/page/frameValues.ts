// What of the values that a page hands over can stand in the form of a transition? Only what it asks and only what its fields accept; files are uploaded like a person's.
import type { Dictionary, Entity, Field, Transition } from '../../../manifest/app'
import { checkValue, usualLines, type CheckContext } from '../../../manifest/fields/fieldTypes'
import type { FileValue } from '../../../protocol/calls'
import { frameFiles, type FrameFile } from '../../../protocol/frame'

/** The values for the form; undefined when there are none, or one of them is wrong: half of a list would be worse than none. */
export async function takenValues(
  entity: Entity,
  transition: Transition,
  given: Readonly<Record<string, unknown>>,
  dictionaries: Readonly<Record<string, Dictionary>>,
  upload: (file: FrameFile, type: string) => Promise<FileValue>,
): Promise<Record<string, unknown> | undefined> {
  const taken: Record<string, unknown> = {}
  const codes = (name: string) => dictionaries[name]?.items.filter((item) => !item.retired).map((item) => item.code)
  for (const [name, value] of Object.entries(given)) {
    const ask = transition.asks.find((one) => one.field === name && !one.readOnly)
    const field = ask && (transition.inputs[name] ?? entity.fields[name])
    // A reference names a record of ours, which a page of somebody else cannot know.
    if (!field || field.type === 'ref') return undefined
    if (field.type === 'files') {
      const files = frameFiles(value)
      if (!files) return undefined
      taken[name] = await Promise.all(files.map((file) => upload(file, file.type)))
      continue
    }
    const sound = field.type === 'lines' ? takenLines(field, value, { codes }) : soundValue(field, value, { codes })
    if (sound === undefined) return undefined
    taken[name] = sound
  }
  return Object.keys(taken).length > 0 ? taken : undefined
}

function soundValue(field: Field, value: unknown, context: CheckContext): unknown {
  const checked = checkValue(value, field, context)
  return 'value' in checked ? checked.value : undefined
}

/** Every given cell must be right; one that is missing has its default, or is left for the person to fill in. */
function takenLines(
  field: Field,
  value: unknown,
  context: CheckContext,
): readonly Record<string, unknown>[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > (field.max ?? usualLines)) return undefined
  const lines = value.map((line: unknown) => {
    if (typeof line !== 'object' || line === null || Array.isArray(line)) return undefined
    const kept: Record<string, unknown> = {}
    for (const { name, default: usual } of Object.values(field.fields ?? {}))
      if (usual?.node.kind === 'literal') kept[name] = usual.node.value
    for (const [name, cell] of Object.entries(line)) {
      const known = Object.hasOwn(field.fields ?? {}, name) ? field.fields![name] : undefined
      const sound =
        known?.stored && known.type !== 'ref' && known.type !== 'files' ? soundValue(known, cell, context) : undefined
      if (sound === undefined) return undefined
      kept[name] = sound
    }
    return kept
  })
  return lines.includes(undefined) ? undefined : (lines as Record<string, unknown>[])
}
