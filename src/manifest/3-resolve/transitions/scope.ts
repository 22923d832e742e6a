// The state of resolving a transition.
import type * as language from '../../language/generated'
import type { RuleEnvironment, Shape } from '../../expression/environment'
import type { EntityDraft, FieldDraft, ManifestLocation, TransitionDraft } from '../../context/compileContext'

/** A transition with its location, and what its rules may refer to at this point. */
export interface TransitionScope {
  readonly location: ManifestLocation
  readonly draft: EntityDraft
  readonly transition: TransitionDraft
  readonly written: language.TransitionManifest
  readonly environment: RuleEnvironment
}

/** A line as rules see it, with its declared fields. */
export interface LineShape extends Shape {
  readonly fields: Readonly<Record<string, FieldDraft>>
}

/** The line of an entity's lines field as rules see it. */
export function lineShape(draft: EntityDraft, field: FieldDraft): LineShape {
  return { entity: `${draft.name}.${field.name}`, fields: field.fields ?? {}, states: [] }
}
