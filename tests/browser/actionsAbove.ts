// Which actions stand above the records of a screen, for the rights of an account?
import { expect } from 'vitest'
import { canRun, type CallerRights } from '../../src/manifest/access/permissions'
import type { App } from '../../src/manifest/model/app'
import type { Screen } from '../../src/manifest/model/screen'
import type { Language } from './visitor'

/**
 * The permitted actions: of a form screen all that it has, of others those that need no record; the calls of a list;
 * the last form of a page of calls.
 */
export function actionsAbove(
  app: App,
  { kind, actions, endpointActions: calls, blocks }: Screen,
  rights: CallerRights,
  language: Language,
): unknown[] {
  const sent = blocks
    .filter(({ kind: block }) => block === 'call')
    .map(({ submitTitle: submit, title }) => (submit ?? title)?.[language])
  if (kind === 'page' && sent.length > 0) return [expect.toBeOneOf(sent)]
  const called = calls.map(
    ({ endpoint }) => Object.values(app.endpoints).find(({ name }) => name === endpoint)!.title[language]!,
  )
  const offered = actions.filter(({ place: where }) => kind === 'form' || where === 'toolbar')
  return [
    ...called,
    ...offered
      .filter(({ entity, transition }) => canRun(app, rights, app.entities[entity]!.transitions[transition]!))
      .map(({ title }) => title[language]!),
  ]
}
