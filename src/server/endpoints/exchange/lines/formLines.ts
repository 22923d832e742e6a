// Resolves a form's lines for import from a spreadsheet, if the caller may run its transition.
import type { Entity } from '../../../../manifest/model/entity'
import { isComputed, type Field } from '../../../../manifest/model/field'
import type { Transition } from '../../../../manifest/model/transition'
import { fitsCell } from '../../../../manifest/fieldTypes/parseInput'
import { defaultMaxLines } from '../../../../manifest/fieldTypes/fieldTypes'
import type { FormLines } from '../../../../protocol/exchange/linesCalls'
import { RequestError } from '../../../../protocol/requestError'
import type { RawRecord } from '../../../context/context'
import { assertPermitted } from '../../../mutation/guards/permission'
import { linesIn } from '../../../mutation/state/step'
import { transitionByName } from '../../../mutation/state/transitionByName'
import { loadRecords } from '../../../query/records/loadRecords'
import { canReadField } from '../../../query/policy/fieldAccess'
import type { RequestContext } from '../../contract/operation'
import { formRecord } from '../../lists/references/referenceQuery'

export interface OpenLines {
  readonly entity: Entity
  readonly transition: Transition
  /** The field or input of type lines. */
  readonly field: Field
  /** The fields of a line that the form has and a cell can hold. */
  readonly columns: readonly Field[]
  readonly maxLines: number
  readonly record?: RawRecord
  /** If the form only fills in fields of existing lines: those fields, and the lines. */
  readonly filling?: {
    readonly fields: readonly string[]
    readonly required: boolean
    readonly lines: readonly RawRecord[]
  }
}

/** @throws RequestError action_not_found, import_not_offered, and others for a form that the caller may not run */
export async function openLines(context: RequestContext, request: FormLines): Promise<OpenLines> {
  const { app, caller } = context
  const { entity, transition } = transitionByName(app, request)
  assertPermitted(app, caller, transition)
  const formField = transition.form.find(({ field }) => field === request.field)
  const field = formField && (formField.input ? transition.inputs : entity.fields)[formField.field]
  if (!field?.exchange || !canReadField(field, caller) || formField!.readOnly)
    throw new RequestError('import_not_offered')
  const columns = Object.values(field.fields ?? {}).filter(
    (cell) => !isComputed(cell) && fitsCell(cell) && !formField!.omitFields?.includes(cell.name),
  )
  const open = { entity, transition, field, columns, maxLines: field.max ?? defaultMaxLines }
  const { editOnlyFields: fields, required = false } = formField ?? {}
  if (transition.creates || request.id === undefined) {
    if (fields) throw new RequestError('import_not_offered')
    return open
  }
  const record = await formRecord(context, entity, request.id)
  if (!fields) return { ...open, record }
  const isOpen = (cell: Field) => fields.includes(cell.name) || (canReadField(cell, caller) && !cell.mask)
  const [read] = await loadRecords(context, {
    entity: entity.name,
    paths: [field.name],
    where: { ids: [request.id] },
    scoped: true,
  })
  const filling = { fields, required, lines: linesIn(read?.[field.name]) }
  return { ...open, record, columns: columns.filter(isOpen), filling }
}

/** The request for the options of a reference in a line, as the form makes it. */
export function optionsOfCell(request: FormLines, cell: Field, transition: Transition) {
  const { entity, field, id, input } = request
  return {
    entity,
    transition: request.transition,
    field: `${field}.${cell.name}`,
    ...(input && { input }),
    ...(id !== undefined && !transition.creates && { id }),
  }
}
