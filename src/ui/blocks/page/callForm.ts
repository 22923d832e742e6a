// How does the request of a declared endpoint become a form? As the one transition of an entity that exists for that form alone; all that forms can do then holds for it.
import type { Entity, Field, Transition } from '../../../manifest/app'
import type { CallInfo, ScreenAnswer } from '../../../protocol/calls'

export const callEntity = '#call'
export const callTransition = 'send'

const wide = new Set<Field['type']>(['text', 'files', 'lines', 'address'])

/** The manifests of that form. */
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
    toStage: false,
    permissions: [],
    inputs: {},
    fourEyes: false,
    lock: [],
    lets: {},
    guards: [],
    judges: [],
    said: [],
    set: {},
    change: {},
    append: {},
    copy: {},
    effects: [],
    danger: false,
    reads: [],
    asks: Object.values(request).map((field) => ({
      field: field.name,
      input: false,
      required: field.required,
      readOnly: false,
      wide: wide.has(field.type),
      ...(field.requiredWhen && { requiredWhen: field.requiredWhen }),
    })),
  }
  const entity: Entity = {
    name: callEntity,
    module: '',
    title,
    label: Object.keys(request)[0] ?? 'id',
    fields: request,
    tenant: false,
    scope: { unit: [], self: [] },
    read: [],
    unique: [],
    states: {},
    stages: [],
    transitions: { [callTransition]: transition },
    invariants: [],
    timed: [],
    detail: { figures: [], sections: [], related: [], frames: [], queues: [] },
    former: { rename: {}, drop: [] },
    documents: [],
    source: '',
  }
  return { revision, dictionaries, settings, entities: { [callEntity]: entity } }
}
