// Declares one field: name, type and the keys that apply to the type.
import type * as language from '../language/generated'
import {
  childLocation,
  indexed,
  hintFor,
  createTable,
  reportProblem,
  type ManifestLocation,
  type FieldDraft,
} from '../context/compileContext'
import { engineText } from '../context/engineTexts'
import { dictionaryAt, permissionsAt } from '../context/lookup'
import { refuseIneffective, type FieldPlace } from './fieldKeys'
import { textOf } from '../expression/message'
import { presentOf } from '../expression/values/present'
import { isName } from '../expression/names'
import { fitsCell } from '../fieldTypes/parseInput'
import type { Mask } from '../model/field'
import type { Text } from '../model/text'
import { compilePattern } from '../fieldTypes/pattern'

/** The other system chooses the field names of its requests and responses. */
const wireNamePattern = /^[A-Za-z][A-Za-z0-9_]*$/

/** Words of the rule language, which a field of the same name would hide. */
const ruleWords = new Set([
  'this',
  'before',
  'me',
  'tenant',
  'input',
  'settings',
  'vars',
  'rule',
  'true',
  'false',
  'null',
  'in',
])

/** Declares a field without its rules. */
export function declareField(
  location: ManifestLocation,
  name: string,
  written: language.Field,
  where: FieldPlace,
): FieldDraft {
  if (where === 'request' || where === 'response' ? !wireNamePattern.test(name) : !isName(name))
    reportProblem(location, 'bad-name', { name }, { key: true })
  else if (ruleWords.has(name))
    reportProblem(location, 'reserved-name', { name, what: 'a word of the rule language' }, { key: true })
  refuseIneffective(location, written, where)
  if (written.type === 'choice' && written.dictionary === undefined)
    reportProblem(location, 'missing-part', { thing: 'a field of type choice', key: 'dictionary' }, { key: true })
  if (written.type === 'ref' && written.entity === undefined)
    reportProblem(location, 'missing-part', { thing: 'a field of type ref', key: 'entity' }, { key: true })
  if (written.type === 'lines' && written.fields === undefined)
    reportProblem(location, 'missing-part', { thing: 'a field of type lines', key: 'fields' }, { key: true })
  if (written.dictionary !== undefined) dictionaryAt(childLocation(location, 'dictionary'), written.dictionary)
  const { type, min, max, pattern } = written
  const field = fieldDraft(location, name, written)
  if (min !== undefined && max !== undefined && min > max)
    reportProblem(childLocation(location, 'min'), 'conflicting-keys', {
      what: `The smallest value ${min} is above the largest ${max}`,
    })
  const compiled = pattern === undefined ? undefined : compilePattern(pattern)
  if (compiled !== undefined && 'problem' in compiled)
    reportProblem(childLocation(location, 'pattern'), 'bad-pattern', { why: compiled.problem })
  if (type === 'lines') declareLinesKeys(location, field, written, where)
  return field
}

/** The keys of a field that depend on nothing else. */
function fieldDraft(location: ManifestLocation, name: string, written: language.Field): FieldDraft {
  const { title, unit } = written
  return {
    name,
    type: written.type,
    title: unit === undefined ? title : titleWithUnit(location, title, unit),
    required: written.required === true,
    stored: written.compute === undefined && written.aggregate === undefined,
    system: false,
    ...presentOf(written, 'unit', 'help', 'synonyms', 'dictionary', 'entity', 'min', 'max', 'scale', 'maxLength'),
    ...presentOf(written, 'pattern', 'accept', 'secret', 'format', 'localized', 'example', 'index'),
    ...(written.readPermissions !== undefined && {
      readPermissions: permissionsAt(childLocation(location, 'readPermissions'), written.readPermissions, [
        'admin',
        'signed-in',
      ]),
    }),
    ...(written.mask !== undefined && { mask: declareMask(childLocation(location, 'mask'), written.mask) }),
  }
}

function titleWithUnit({ context }: ManifestLocation, title: Text, unit: Text): Text {
  return textOf(engineText('title_with_unit', { title, unit }), context.manifests.translations.spoken)
}

function declareMask(location: ManifestLocation, { unmaskPermissions, ...mask }: language.Mask): Mask {
  if (unmaskPermissions === undefined) return mask
  return {
    ...mask,
    unmaskPermissions: permissionsAt(childLocation(location, 'unmaskPermissions'), unmaskPermissions, ['admin']),
  }
}

function declareLinesKeys(
  location: ManifestLocation,
  field: FieldDraft,
  written: language.Field,
  where: FieldPlace,
): void {
  if (written.fields !== undefined)
    field.fields = declareLines(childLocation(location, 'fields'), written.fields, where)
  if (written.uniqueBy !== undefined) {
    checkCells(childLocation(location, 'uniqueBy'), field, written.uniqueBy)
    field.uniqueBy = written.uniqueBy
  }
  if (written.summaryFields !== undefined) {
    checkBrief(childLocation(location, 'summaryFields'), field, written.summaryFields)
    field.summaryFields = written.summaryFields
  }
  if (written.exchange === true) {
    checkExchanged(childLocation(location, 'exchange'), field)
    field.exchange = true
  }
}

/** Reports a required value of lines that no cell can hold. */
function checkExchanged(location: ManifestLocation, { fields = {} }: FieldDraft): void {
  for (const field of Object.values(fields))
    if (field.required && !fitsCell(field))
      reportProblem(location, 'wrong-field', { name: field.name, expected: 'a field that a cell can hold' })
}

/** Reports names that are not stored fields of a line. */
export function checkCells(location: ManifestLocation, lines: FieldDraft, cells: readonly string[]): void {
  for (const [index, name] of indexed(cells)) {
    const cell = lines.fields?.[name]
    const cellLocation = childLocation(location, index)
    if (cell === undefined)
      reportProblem(
        cellLocation,
        'unknown-field',
        { entity: lines.name, name },
        hintFor(name, Object.keys(lines.fields ?? {})),
      )
    else if (!cell.stored) reportProblem(cellLocation, 'computed-field', { name, done: 'filled in' })
  }
}

/** Reports names that are not fields of a line, and duplicates. */
function checkBrief(location: ManifestLocation, lines: FieldDraft, names: readonly string[]): void {
  for (const [index, name] of indexed(names)) {
    const fieldLocation = childLocation(location, index)
    if (lines.fields?.[name] === undefined)
      reportProblem(
        fieldLocation,
        'unknown-field',
        { entity: lines.name, name },
        hintFor(name, Object.keys(lines.fields ?? {})),
      )
    else if (names.indexOf(name) < index) reportProblem(fieldLocation, 'duplicate-entry', { name })
  }
}

function declareLines(
  location: ManifestLocation,
  fields: Readonly<Record<string, language.Field>>,
  where: FieldPlace,
): Record<string, FieldDraft> {
  const declared = createTable<FieldDraft>()
  for (const [name, written] of Object.entries(fields)) {
    const fieldLocation = childLocation(location, name)
    if (written.type === 'lines')
      reportProblem(childLocation(fieldLocation, 'type'), 'wrong-field', {
        name,
        expected: 'a field of another type: lines have no lines',
      })
    if (name === 'position' || name === 'parent')
      reportProblem(
        fieldLocation,
        'reserved-name',
        { name, what: 'a column that the engine keeps for every line' },
        { key: true },
      )
    declared[name] = declareField(fieldLocation, name, written, where === 'entity' || where === 'line' ? 'line' : where)
  }
  return declared
}
