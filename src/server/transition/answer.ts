// What is answered to whoever ran a transition? The record as it stands after all effects, what it is called, and that it is done.
import type { Entity, Text, Transition } from '../../manifest/app'
import { placeholders } from '../../manifest/rule/fill'
import type { RunAnswer } from '../../protocol/calls'
import { maskText } from '../plan/mask'
import { Reader } from './reader'
import { sentence, shownValue } from './shown'
import { contextOf, type Done, type Orders, type Work } from './work'

export async function answerOf(
  work: Work,
  { entity, transition, caller }: Orders,
  { subject, id }: Done,
): Promise<RunAnswer> {
  const { app } = work
  const reader = new Reader(app, contextOf(work, caller), work.facts)
  const names = { record: subject }
  const done = doneText(transition)
  await reader.prepare([{ names, paths: [entity.label, ...placeholders(done)] }])
  const { value, field } = reader.shown(names, entity.label)
  const state = subject.own('state')
  return {
    id,
    version: Number(subject.own('version')),
    ...(typeof state === 'string' && { state }),
    label: maskedLabel(entity, state, shownValue(app, field, value, caller.language)) || String(id),
    message: sentence(app, reader, names, done, caller.language),
  }
}

/** What a record is called, as everybody may see it in its state. */
export function maskedLabel(entity: Entity, state: unknown, label: string): string {
  const mask = entity.fields[entity.label]?.mask
  return mask && mask.states.includes(String(state)) ? maskText(label, mask.keep) : label
}

function doneText({ done, title }: Transition): Text {
  return done ?? [`${title[0]}：已完成`, `${title[1]}: done`]
}
