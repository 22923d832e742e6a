// What the rules of a key must return: a condition a truth, a field's value the type of the field.
import {
  childLocation,
  ruleAt,
  type CompileContext,
  type EntityDraft,
  type FieldDraft,
  type FieldValue,
  type ManifestLocation,
} from './compileContext'
import type { RuleEnvironment } from '../expression/environment'
import type { Rule } from '../model/rule'
import { valueTypes } from '../expression/values/valueTypes'

/** The type that a rule must return to be a field's value. */
export function targetOf(context: CompileContext, field: FieldDraft): FieldValue {
  const codes = field.dictionary === undefined ? undefined : context.dictionaryCodes.get(field.dictionary)
  return {
    expected: valueTypes[field.type],
    target: {
      ...(codes !== undefined && { codes }),
      ...(field.type === 'ref' && field.entity !== undefined && { entity: field.entity }),
    },
  }
}

/** The condition under a key; undefined if none is written, or after reporting its problems. */
export function conditionAt(
  location: ManifestLocation,
  key: string,
  source: string | undefined,
  environment: RuleEnvironment,
): Rule | undefined {
  return source === undefined ? undefined : ruleAt(childLocation(location, key), source, environment, 'boolean')
}

/**
 * For what is the same for every caller, as a document is, or is filled in by the page, as the question before a
 * transition: it reads only the record.
 */
export function recordOnly(context: CompileContext, { shape: record }: Pick<EntityDraft, 'shape'>): RuleEnvironment {
  return { ...context.base, record, me: undefined, tenant: undefined, settings: {} }
}
