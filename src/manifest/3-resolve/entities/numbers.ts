// Checks the prefixes of document numbers that follow a choice of the record.
import { locationOf, childLocation, hintFor, reportProblem } from '../../context/compileContext'
import type { CompileContext, EntityDraft } from '../../context/compileContext'
import { fieldsInstead, isStoredAs, reportWrongField } from '../../context/fittingFields'
import { findField } from '../../context/lookup'
import type { Field } from '../../model/field'

const isStoredChoice = isStoredAs('choice')

/** The code shows in a number that everyone reads who reads the record. */
const fits = (field: Field): boolean =>
  isStoredChoice(field) && !field.system && field.compute === undefined && field.readPermissions === undefined

export function checkNumbers(context: CompileContext, draft: EntityDraft): void {
  const by = draft.file.manifest.numberPrefixBy
  if (by === undefined) return
  const location = locationOf(context, draft.file, 'numberPrefixBy')
  const field = findField(childLocation(location, 'field'), draft, by.field)
  if (field === undefined) return
  if (!fits(field))
    return reportWrongField(childLocation(location, 'field'), {
      name: by.field,
      expected: 'a choice of the entity that everybody may read',
      fits: fieldsInstead('', draft.fields, fits),
    })
  const codes = context.dictionaryCodes.get(field.dictionary ?? '')
  for (const code of Object.keys(by.prefixes))
    if (codes?.includes(code) === false)
      reportProblem(
        childLocation(location, 'prefixes', code),
        'unknown-code',
        { name: code, of: `the dictionary ${field.dictionary}` },
        { ...hintFor(code, codes), key: true },
      )
}
