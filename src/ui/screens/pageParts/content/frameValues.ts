// Filters the values that a page exports to those that the form of a transition accepts.
// Files are uploaded like a user's.
import type { Field } from '../../../../manifest/model/field'
import type { Transition } from '../../../../manifest/model/transition'
import { validateValue, defaultMaxLines } from '../../../../manifest/fieldTypes/fieldTypes'
import type { CheckContext } from '../../../../manifest/fieldTypes/definition'
import type { FileValue } from '../../../../protocol/calls'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { frameFiles, type FrameFile } from '../../../../protocol/frames/frameMessages'

/** `languages`: those of the product. */
type FrameScene = Pick<ScreenAnswer, 'entities' | 'dictionaries'> & { readonly languages: readonly string[] }

/** The values for the form; undefined if there are none or one is invalid: a partial list would be worse than none. */
export async function takenValues(
  { entities, dictionaries, languages }: FrameScene,
  transition: Transition,
  input: Readonly<Record<string, unknown>>,
  upload: (file: FrameFile, type: string) => Promise<FileValue>,
): Promise<Record<string, unknown> | undefined> {
  const taken: Record<string, unknown> = {}
  const codes = (name: string) => dictionaries[name]?.items.filter((item) => !item.retired).map((item) => item.code)
  for (const [name, value] of Object.entries(input)) {
    const entry = transition.form.find((formField) => formField.field === name && !formField.readOnly)
    const field = entry && (transition.inputs[name] ?? entities[transition.entity]?.fields[name])
    // A reference names a record, which a third-party page cannot know.
    if (!field || field.type === 'ref') return undefined
    if (field.type === 'files') {
      const files = frameFiles(value)
      if (!files) return undefined
      taken[name] = await Promise.all(files.map((file) => upload(file, file.type)))
      continue
    }
    const sound =
      field.type === 'lines'
        ? takenLines(field, value, { codes, languages })
        : soundValue(field, value, { codes, languages })
    if (sound === undefined) return undefined
    taken[name] = sound
  }
  return Object.keys(taken).length > 0 ? taken : undefined
}

function soundValue(field: Field, value: unknown, context: CheckContext): unknown {
  const checked = validateValue(value, field, context)
  return 'value' in checked ? checked.value : undefined
}

/** Every given cell must be valid; a missing one gets its default or is left to the user. */
function takenLines(
  field: Field,
  value: unknown,
  context: CheckContext,
): readonly Record<string, unknown>[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > (field.max ?? defaultMaxLines)) return undefined
  const lines = value.map((line: unknown) => {
    if (typeof line !== 'object' || line === null || Array.isArray(line)) return undefined
    const stored: Record<string, unknown> = {}
    for (const { name, default: usual } of Object.values(field.fields ?? {}))
      if (usual?.node.kind === 'literal') stored[name] = usual.node.value
    for (const [name, cell] of Object.entries(line)) {
      const lineField = Object.hasOwn(field.fields ?? {}, name) ? field.fields![name] : undefined
      const sound =
        lineField?.stored && lineField.type !== 'ref' && lineField.type !== 'files'
          ? soundValue(lineField, cell, context)
          : undefined
      if (sound === undefined) return undefined
      stored[name] = sound
    }
    return stored
  })
  return lines.includes(undefined) ? undefined : (lines as Record<string, unknown>[])
}
