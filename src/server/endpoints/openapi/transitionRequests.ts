// The requests that run transitions, one for each transition that this caller may run.
import { declared } from '../../../manifest/expression/values/present'
import { entityOf } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { FormField, Transition } from '../../../manifest/model/transition'
import { componentName, type DescribedApp } from './describedApp'
import { requestKind, oneOfVariants, type RequestShape } from './requestShapes'
import { groupBy } from '../../../manifest/expression/values/lists'
import { closedObject, givenValue, reference, type JsonSchema } from './valueSchemas'

/** Grouped by entity, then by transition, since a discriminator is a single property. */
export function transitionVariants(
  described: DescribedApp,
  shape: RequestShape,
  path: '/api/run' | '/api/batch',
  transitions: readonly Transition[],
): JsonSchema | undefined {
  const byEntity = [...groupBy(transitions, ({ entity }) => entity)]
  return oneOfVariants(
    described,
    'entity',
    byEntity.map(([entity, group]) => ({
      value: entity,
      component: componentName(requestKind(path), entity),
      schema: {
        title: described.schemas.titleOf(entityOf(described.viewer.app, entity).title),
        ...oneOfVariants(
          described,
          'transition',
          group.map((transition) => ({
            value: transition.name,
            component: componentName(requestKind(path), `${entity}-${transition.name}`),
            schema: transitionRequest(described, shape, transition),
          })),
        ),
      },
    })),
  )
}

function transitionRequest(described: DescribedApp, shape: RequestShape, transition: Transition): JsonSchema {
  const { dependentRequired: _, ...rest } = shape
  const { id, version, note, values: _values, ...properties } = shape.properties
  const { creates, entity, name, note: noted, title } = transition
  const values = formSchema(described, transition)
  const component = componentName('Values', `${entity}-${name}`)
  described.components.set(component, values)
  return {
    title: described.schemas.titleOf(title),
    ...rest,
    required: [
      ...(shape.required as string[]),
      ...(creates || !id ? [] : ['id', 'version']),
      ...(noted === 'required' ? ['note'] : []),
      ...(values.required ? ['values'] : []),
    ],
    properties: {
      ...properties,
      entity: { const: entity },
      transition: { const: name },
      ...(!creates && id && { id, version }),
      ...(noted && { note: noted === 'required' ? { ...note, type: 'string' } : note }),
      values: reference(component),
    },
  }
}

function formSchema({ entities, viewer, schemas }: DescribedApp, transition: Transition): JsonSchema {
  const entity = declared(entities, transition.entity)
  const definition = entityOf(viewer.app, transition.entity)
  const formFields = transition.form.flatMap((formField) => {
    const field = formField.input ? transition.inputs[formField.field] : entity.fields[formField.field]
    return field && !formField.readOnly
      ? [{ formField, field, required: isNeeded(formField, field, transition, definition) }]
      : []
  })
  return closedObject(
    Object.fromEntries(
      formFields.map(({ formField, field, required }) => [
        formField.field,
        formValue(
          formField,
          formField.input ? field : declared(definition.fields, formField.field),
          givenValue(field, schemas, { required }),
        ),
      ]),
    ),
    formFields.filter(({ required }) => required).map(({ formField }) => formField.field),
  )
}

/** Only some cells of existing lines are read; the others may be sent too. */
function formValue({ editOnlyFields }: FormField, field: Field, schema: JsonSchema): JsonSchema {
  if (!editOnlyFields || field.type !== 'lines') return schema
  const { items } = schema as { items: { properties: Record<string, unknown> } }
  return {
    ...schema,
    items: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(items.properties).filter(([name]) => editOnlyFields.includes(name)),
      ),
    },
  }
}

/**
 * Whether a request is incomplete without this value, whatever the other values are; for an existing record only if no
 * other transition can have filled the field.
 */
function isNeeded(formField: FormField, field: Field, transition: Transition, entity: Entity): boolean {
  const hasDefault = formField.default !== undefined || field.default !== undefined
  if (!formField.required || formField.visibleWhen || hasDefault || transition.set[formField.field]) return false
  if (transition.creates || formField.input) return true
  return !Object.values(entity.transitions).some(
    (other) => other.name !== transition.name && isWrittenBy(other, formField.field),
  )
}

function isWrittenBy({ form, set, copy, change, append, effects }: Transition, name: string): boolean {
  return (
    form.some(({ field, input, readOnly }) => field === name && !input && !readOnly) ||
    [set, copy, change, append].some((written) => Object.hasOwn(written, name)) ||
    effects.some((effect) => effect.kind === 'run' && effect.saveToField === name)
  )
}
