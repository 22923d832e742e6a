// Turns the request of an endpoint into a form.
// The request becomes the only transition of a temporary entity, so that all features of forms apply.
import { wideTypes } from '../../../../manifest/fieldTypes/typeSets'
import { noMigration, type Entity } from '../../../../manifest/model/entity'
import type { Transition } from '../../../../manifest/model/transition'
import type { CallInfo, ScreenAnswer } from '../../../../protocol/screenCalls'

export const callEntity = '#call'
export const callTransition = 'send'

/** The definitions of that form. */
export function callAnswer(
  { title, request }: CallInfo,
  { revision, dictionaries, settings }: ScreenAnswer,
): Omit<ScreenAnswer, 'screen'> {
  const transition: Transition = {
    name: callTransition,
    entity: callEntity,
    title,
    from: [],
    creates: true,
    skipsStages: false,
    permissions: [],
    inputs: {},
    lock: [],
    vars: {},
    checks: [],
    decisionFields: [],
    contextFields: [],
    emptyFields: [],
    set: {},
    change: {},
    append: {},
    copy: {},
    effects: [],
    danger: false,
    undo: false,
    earlyCheck: [],
    readPaths: [],
    form: Object.values(request).map((field) => ({
      field: field.name,
      input: false,
      required: field.required,
      readOnly: false,
      wide: wideTypes.has(field.type),
      ...(field.requiredWhen && { requiredWhen: field.requiredWhen }),
    })),
  }
  const entity: Entity = {
    name: callEntity,
    module: '',
    title,
    labelField: Object.keys(request)[0] ?? 'id',
    facts: [],
    fields: request,
    perTenant: false,
    rowScope: { unitFields: [], selfFields: [], selfThrough: [] },
    readPermissions: [],
    unique: [],
    states: {},
    stages: [],
    transitions: { [callTransition]: transition },
    invariants: [],
    jobs: [],
    detail: { highlightFields: [], sections: [], related: [], frames: [], queues: [], notes: false },
    migration: noMigration,
    documents: [],
    source: '',
  }
  return { revision, dictionaries, settings, entities: { [callEntity]: entity } }
}
