// Answers POST /api/why: what prevents a screen from opening or a transition from running.
// Reads within the caller's row scope; names no value that the caller may not read.
import { canOpen, canRun, holdsAny } from '../../../manifest/access/permissions'
import { isForPeople, stepsTo } from '../../../manifest/access/stepOrder'
import { moduleAt, screenAt } from '../../../manifest/access/screenByPath'
import { declared } from '../../../manifest/expression/values/present'
import type { LocalizableText } from '../../../manifest/expression/message'
import type { Entity } from '../../../manifest/model/entity'
import type { Screen } from '../../../manifest/model/screen'
import type { Transition } from '../../../manifest/model/transition'
import type { MissingCondition, WhyAnswer, WhyNot, WhyRequest } from '../../../protocol/records/stepCalls'
import { RequestError } from '../../../protocol/requestError'
import { HolderSearch } from '../../auth/permissionHolders'
import type { Context } from '../../context/context'
import { isFor, isShownNow } from '../../context/callerRules'
import { inOneLanguage } from '../../context/language'
import { callerText, phrase } from '../../context/phrases'
import { missingConditions, type Missing } from '../../mutation/guards/missingConditions'
import { presentValues, ruleSentence, type Wording } from '../../mutation/guards/ruleSentence'
import { allowedScopes, unknownTransition } from '../../mutation/state/errors'
import { withinTenantOf } from '../../query/records/loadRecords'
import { narrowScreen } from '../contract/narrowScreen'
import { openLists } from './openLists'
import { readableEntity } from './record'
import { missingToCreate, refusedCreations, type RefusedCreation } from './refusals/creations'
import { permissionCondition } from './refusals/permissionCondition'
import { checkMessage, wordingOfRecord, type Explaining } from './refusals/refusalWording'
import { stateTexts, wantedStates } from './refusals/stateSteps'
import { whyWithheld } from './refusals/withheldRecord'

/** Maximum transitions explained in one answer. */
const maxRefused = 8

/**
 * @throws RequestError screen_not_found, record_not_reachable, and others for records that may not be opened
 */
export async function explainRefusal(wide: Context, request: WhyRequest): Promise<WhyAnswer> {
  const { app, caller } = wide
  const refused = await refusedOf(wide, request)
  return inOneLanguage(
    { refused: refused.filter(({ conditions }) => conditions.length > 0) },
    app.product,
    caller.language,
  )
}

async function refusedOf(wide: Context, request: WhyRequest): Promise<WhyNot[]> {
  const { entity, number } = request
  if (entity === undefined) return [await whyScreen(wide, request.screen)]
  if (number !== undefined)
    return [await whyWithheld({ context: wide, holders: new HolderSearch(wide) }, entity, number)]
  return whyTransitions(wide, request)
}

/** Also of the address of a module, which leads to its first permitted screen. */
async function whyScreen(context: Context, path = ''): Promise<WhyNot> {
  const { app, caller } = context
  const screen = screenAt(app, path)
  if (screen && isShownNow(context, { visibleWhen: screen.visibleWhen })) {
    if (canOpen(app, caller, screen)) return { title: screen.title, conditions: [] }
    const module = app.modules[screen.module]
    return whyShut(context, screen, [screen.permissions, ...(module ? [module.permissions] : [])])
  }
  const addressed = moduleAt(app, path)
  if (!addressed) throw new RequestError('screen_not_found')
  return whyShut(context, { path, title: addressed.module.title }, [addressed.codes])
}

/** `needed`: of each a code must be held. */
async function whyShut(
  context: Context,
  { path, title }: Pick<Screen, 'path' | 'title'>,
  needed: readonly (readonly string[])[],
): Promise<WhyNot> {
  const { caller } = context
  const unheld = needed.filter((codes) => !codes.includes('public') && !holdsAny(caller, codes))
  const missing = unheld.filter((codes, index) => !isImplied(codes, unheld.slice(0, index), unheld.slice(index + 1)))
  const reason = caller.reasons.get(path)
  const closed = {
    kind: 'withdrawn',
    message: callerText(context, reason ?? phrase('why_closed')),
    details: [],
  } as const
  const explaining = { context, holders: new HolderSearch(context) }
  const conditions: MissingCondition[] = []
  for (const codes of missing) {
    const grants = codes.map((code) => ({ code, held: false, clauses: [] }))
    conditions.push(await permissionCondition(explaining, grants))
  }
  return { title, conditions: missing.length === 0 ? [closed] : conditions }
}

type Codes = readonly (readonly string[])[]

/** Whether any code of others is one of these: a module that lists all codes of its screen needs nothing more. */
function isImplied(codes: readonly string[], before: Codes, after: Codes): boolean {
  const isWithin = (others: readonly string[]) => others.every((code) => codes.includes(code))
  return before.some(isWithin) || after.some((others) => others.length < codes.length && isWithin(others))
}

async function whyTransitions(wide: Context, request: WhyRequest): Promise<WhyNot[]> {
  const { caller } = wide
  const entity = readableEntity(wide, request.entity!)
  const { id } = request
  if (id !== undefined && request.transition?.includes('.')) return whyCreation(wide, entity, id, request.transition)
  const named =
    request.transition === undefined ? transitionsOnScreens(wide, entity, request.screen) : [request.transition]
  const transitions = named.map((name) =>
    Object.hasOwn(entity.transitions, name) ? entity.transitions[name] : undefined,
  )
  if (
    transitions.some(
      (transition) => !transition || !isForPeople(transition) || transition.creates !== (id === undefined),
    )
  )
    throw unknownTransition()
  const context = id === undefined ? wide : await withinTenantOf(wide, entity, id)
  const wording = await wordingOfRecord(context, entity, id)
  const attempts = (transitions as Transition[]).map((transition) => ({ caller, transition, names: wording.names }))
  const explained: { readonly transition: Transition; readonly missing: readonly Missing[] }[] = []
  for (const attempt of attempts)
    explained.push({ transition: attempt.transition, missing: await missingConditions(wording.resolver, attempt) })
  const refused =
    request.transition === undefined
      ? explained
          .filter(({ missing }) => missing.some(({ kind }) => kind !== 'check'))
          .filter(({ transition, missing }) => missing.every((one) => !isOutOfReach(entity, transition, one)))
          .sort((a, b) => rankOf(a) - rankOf(b))
          .slice(0, maxRefused)
      : explained
  const explaining = { context, holders: new HolderSearch(context) }
  const answers: WhyNot[] = []
  for (const { transition, missing } of refused) {
    const conditions: MissingCondition[] = []
    for (const one of missing) conditions.push(...(await worded({ ...explaining, wording }, transition, one)))
    answers.push({ transition: transition.name, title: transition.title, conditions })
  }
  // The menu of a record, unlike that of a list's row, offers what can be begun with it.
  if (request.transition !== undefined || request.screen !== undefined) return answers
  const permitted = refused.filter((one) => rankOf(one) === 0).length
  if (permitted >= maxRefused) return answers
  answers.splice(permitted, 0, ...(await whyCreations(explaining, wording)))
  return answers.slice(0, maxRefused)
}

async function whyCreations(explaining: Explaining, wording: Wording): Promise<WhyNot[]> {
  const answers: WhyNot[] = []
  for (const refused of await refusedCreations(explaining.context, wording))
    answers.push(await wordedCreation(explaining, refused))
  return answers
}

/** Why a record that refers to this one cannot be created, which its table of such records offers. */
async function whyCreation(wide: Context, entity: Entity, id: number, name: string): Promise<WhyNot[]> {
  const related = entity.detail.related.find(
    (table) => isFor(wide, table) && table.actions.some((action) => `${table.entity}.${action}` === name),
  )
  const created = related && readableEntity(wide, related.entity)
  const transition = created?.transitions[name.slice(created.name.length + 1)]
  if (!related || !transition?.creates || !isForPeople(transition)) throw unknownTransition()
  const context = await withinTenantOf(wide, entity, id)
  const wording = await wordingOfRecord(context, entity, id)
  const missing = await missingToCreate(context, wording, related, transition)
  const refused = { name, transition, missing }
  return [await wordedCreation({ context, holders: new HolderSearch(context) }, refused)]
}

async function wordedCreation(explaining: Explaining, { name, transition, missing }: RefusedCreation): Promise<WhyNot> {
  const conditions: MissingCondition[] = []
  for (const { condition, ...worder } of missing)
    conditions.push(...(await worded({ ...explaining, ...worder }, transition, condition)))
  return { transition: name, title: transition.title, conditions }
}

/** Explanations of the caller's own actions come before those that need another right. */
const rankOf = ({ missing }: { readonly missing: readonly Missing[] }) =>
  Number(missing.some(({ kind }) => kind === 'permission'))

/** The transitions that a list has for an entity's records; of all the caller's lists if it shows another entity. */
function transitionsOnScreens(context: Context, entity: Entity, path: string | undefined): string[] {
  const lists = openLists(context.app, context.caller)
  const own = lists.filter((screen) => screen.path === path && screen.entity === entity.name)
  const names = (own.length > 0 ? own : lists).flatMap((list) => {
    const screen = narrowScreen(context, list)
    return [
      ...screen.actions
        .filter((action) => action.entity === entity.name && action.on === undefined && action.place === 'row')
        .filter(({ implied }) => !implied)
        .map(({ transition }) => transition),
      ...(screen.entity === entity.name ? screen.batchActions.map(({ transition }) => transition) : []),
    ]
  })
  return [...new Set(names)].filter((name) => {
    const transition = entity.transitions[name]
    return transition && !transition.creates && isForPeople(transition)
  })
}

async function worded(
  explaining: Explaining & { readonly wording: Wording },
  transition: Transition,
  missing: Missing,
): Promise<MissingCondition[]> {
  const { context, wording } = explaining
  const say = (kind: MissingCondition['kind'], message: LocalizableText, details: readonly LocalizableText[] = []) => [
    { kind, message: callerText(context, message), details: details.map((detail) => callerText(context, detail)) },
  ]
  const isPermitted = canRun(context.app, context.caller, transition)
  switch (missing.kind) {
    case 'permission':
      return [await permissionCondition(explaining, missing.grants, wording)]
    case 'scope':
      return say('scope', phrase('why_scope', { scopes: allowedScopes(context.app, transition) }))
    case 'fourEyes':
      return say(
        'fourEyes',
        missing.field === 'createdBy'
          ? phrase('why_four_eyes')
          : phrase('why_four_eyes_field', { field: declared(wording.entity.fields, missing.field).title }),
      )
    case 'state':
      return say('state', ...(await stateTexts(explaining, wording, transition.from, missing.state)))
    case 'condition': {
      const wanted = wantedStates(wording.entity, missing.node)
      const state = wording.names.record?.own('state')
      if (wanted && typeof state === 'string')
        return say('state', ...(await stateTexts(explaining, wording, wanted, state)))
      const sentence = ruleSentence(wording, missing.node)
      // A caller who may not run it must not learn the outcome of a rule over hidden values.
      if (!sentence && !isPermitted) return []
      return say('condition', sentence ?? phrase('rule_hidden'), await presentValues(wording, missing.node))
    }
    case 'check': {
      if (!isPermitted) return []
      const message = await checkMessage(wording, missing)
      return say('check', message, await presentValues(wording, missing.node))
    }
  }
}

/** Whether no path of harmless transitions leads from the present state to one that it runs from. */
const isOutOfReach = (entity: Entity, { from }: Transition, missing: Missing) =>
  missing.kind === 'state' && stepsTo(entity, missing.state, from) === undefined
