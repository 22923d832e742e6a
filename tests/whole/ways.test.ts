// Tests that every transition a caller may run is offered by a screen the caller may open, for each
// code alone and for the demo roles.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { effectiveCodes, canOpen, canRead, canRun, type CallerRights } from '../../src/manifest/access/permissions'
import type { Screen } from '../../src/manifest/model/screen'
import type { Transition } from '../../src/manifest/model/transition'
import { readSchemas } from './schemas'

const app = readSchemas()
const transitions = Object.values(app.entities).flatMap((entity) => Object.values(entity.transitions))
/** Given to every account of some dealers; alone it leads nowhere without a code of the module. */
const codesGrantedToDealers = new Set(app.access.permissionChanges.flatMap((change) => change.add))
/** Held by administrators alone. */
const codesTakenFromAll = new Set(
  app.access.permissionChanges.filter((change) => change.when === undefined).flatMap((change) => change.remove),
)

interface Way {
  readonly screen: Screen
  /** Where another record than the screen's own is shown. */ readonly shows?: string
  readonly states?: readonly string[]
}

/** The screens that offer a transition on what they show; what stands only in the record's own view is no way. */
function waysOf({ entity, name }: Transition): Way[] {
  const is = (action: { readonly entity: string; readonly transition: string }) =>
    action.entity === entity && action.transition === name
  return Object.values(app.screens)
    .flatMap((screen) => [screen, ...screen.moreLists])
    .flatMap((screen): Way[] => {
      const own = screen.entity === entity
      const opened = app.entities[screen.entity ?? '']?.detail.onOpen
      const named = new Set([
        ...screen.endpointActions.map((call) => call.endpoint),
        ...screen.blocks.map((block) => block.endpoint),
      ])
      // The transition of such an endpoint is one of the caller's account; its options name no entity.
      const sent = Object.values(app.endpoints).some(
        (endpoint) =>
          named.has(endpoint.name) &&
          endpoint.options.transition === name &&
          entity === app.access.identity.accountEntity,
      )
      // Agents propose over /mcp with the key of such a person; the proposals stand where they are decided.
      const proposed =
        app.product.proposals?.proposeTransition === name && own && app.product.proposals.entity === entity
      // The menu of the export has a list or report sent regularly.
      const { scheduledReports } = app.product
      const scheduled =
        scheduledReports?.entity === entity && scheduledReports.createTransition === name && screen.export
      // Rows of a sheet run it, and taking them back.
      const { create, update, void: voiding } = screen.exchange ?? {}
      const exchanged = own && [create, update, voiding?.transition].includes(name)
      const taken = screen.blocks.some(
        (block) =>
          block.entity === entity &&
          Object.values(block.imports ?? {})
            .flat()
            .includes(name),
      )
      return [
        ...screen.actions.filter(is).map((action) => ({
          screen,
          ...(action.on !== undefined && { shows: entity }),
          ...(own && action.on === undefined && { states: screen.states }),
        })),
        ...(own && screen.batchActions.some(({ transition }) => transition === name)
          ? [{ screen, states: screen.states }]
          : []),
        ...(opened && is(opened) ? [{ screen, ...(own && { states: screen.states }) }] : []),
        ...screen.blocks
          .filter(({ kind, actions }) => kind === 'reminder' && actions.some(is))
          .map(({ entity: shows }) => ({ screen, shows })),
        ...(sent || taken || proposed || scheduled || exchanged ? [{ screen }] : []),
      ]
    })
}

const shown = (caller: CallerRights, { shows }: Way) =>
  shows === undefined || canRead(app, caller, app.entities[shows]!)
const nameOf = ({ entity, name }: Transition) => `${entity}.${name}`

describe('what a person may do stands on a screen that the same person may open', () => {
  it('with any one of the codes that allow it', () => {
    const without = transitions.flatMap((transition) => {
      const ways = waysOf(transition)
      const codes = transition.permissions
        .map((permission) => permission.permission)
        .filter((code) => code !== 'system' && !codesTakenFromAll.has(code))
      return codes
        .filter((code) => {
          const caller: CallerRights = {
            codes: new Set([code]),
            administrator: code === app.access.administratorPermission,
            disabled: new Set(),
          }
          const opens = ({ screen }: Way) =>
            caller.administrator ||
            code === 'signed-in' ||
            screen.permissions.some((one) => one === code || one === 'signed-in' || one === 'public')
          return !ways.some((way) => opens(way) && (code === 'signed-in' || shown(caller, way)))
        })
        .map((code) => `${nameOf(transition)} by ${code}`)
    })
    expect(transitions.length).toBeGreaterThan(200)
    expect(without).toEqual([])
  })

  it('in every role of the demo data', () => {
    const rows = (name: string): readonly Readonly<Record<string, unknown>>[] => {
      const { columns, rows: all } = JSON.parse(readFileSync(`schemas/demo/${name}.json`, 'utf8')) as {
        columns: string[]
        rows: unknown[][]
      }
      return all.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
    }
    const dealers = new Map(rows('dealer').map((dealer) => [`$${String(dealer.key)}`, dealer]))
    const without = rows('role').flatMap((role) => {
      const { codes } = effectiveCodes(
        app,
        (role.codes as { code: string }[]).map(({ code }) => code),
        { me: { id: 1 }, tenant: { id: 1, ...dealers.get(String(role.dealer)) } },
        new Date(),
      )
      const caller: CallerRights = {
        codes,
        administrator: codes.has(app.access.administratorPermission),
        disabled: new Set(),
      }
      const given: CallerRights = {
        ...caller,
        codes: new Set([...codes].filter((code) => !codesGrantedToDealers.has(code))),
      }
      return transitions
        .filter(
          (transition) =>
            canRun(app, given, transition) &&
            !waysOf(transition).some((way) => canOpen(app, caller, way.screen) && shown(caller, way)),
        )
        .map((transition) => `${String(role.name)}: ${nameOf(transition)}`)
    })
    expect(without).toEqual([])
  })

  it('whatever state its record is in', () => {
    const without = transitions
      .filter(({ permissions }) => permissions.some(({ permission: code }) => code !== 'system'))
      .flatMap((transition) => {
        const ways = waysOf(transition)
        return transition.from
          .filter((state) => !ways.some((way) => way.states?.includes(state) ?? true))
          .map((state) => `${nameOf(transition)} from ${state}`)
      })
    expect(without).toEqual([])
  })
})
