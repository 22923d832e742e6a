// Resolves effects that call other systems: each names a destination, never an address or a secret.
// Destinations are the codes of the field `destination` of subscriptions; administrators subscribe addresses to them.
import type { CallEffect } from '../../model/transition'
import type * as language from '../../language/generated'
import { childLocation, hintFor, reportProblem, type ManifestLocation } from '../../context/compileContext'
import { conditionAt } from '../../context/ruleTypes'
import type { TransitionScope } from './scope'

export function resolveCall(
  location: ManifestLocation,
  written: language.CallEffect,
  { environment }: TransitionScope,
): CallEffect {
  checkDestination(childLocation(location, 'call'), written.call)
  const when = conditionAt(location, 'when', written.when, environment)
  return { kind: 'call', destination: written.call, ...(when !== undefined && { when }) }
}

function checkDestination(location: ManifestLocation, name: string): void {
  const { entities, manifests, dictionaryCodes } = location.context
  const app = manifests.app?.manifest
  if (app === undefined) return
  const subscription = app.webhooks === undefined ? undefined : entities[app.webhooks.entity]
  const dictionary = subscription?.fields.destination?.dictionary
  if (dictionary === undefined)
    return reportProblem(location, 'missing-part', {
      thing: 'an effect that calls another system',
      key: 'webhooks` in app.json, whose entity has a choice field `destination',
    })
  const codes = dictionaryCodes.get(dictionary)
  if (codes !== undefined && !codes.includes(name))
    reportProblem(location, 'unknown-code', { name, of: `the dictionary ${dictionary}` }, hintFor(name, codes))
}
