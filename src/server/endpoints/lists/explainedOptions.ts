// POST /api/options for people: where a form offers few records, also why others are not offered.
// Gives the conditions in words, records that fail only one of them, and what creates one.
import { canOpen, canRunAction } from '../../../manifest/access/permissions'
import type { Screen } from '../../../manifest/model/screen'
import type { Transition } from '../../../manifest/model/transition'
import { declared } from '../../../manifest/expression/values/present'
import { validateValue } from '../../../manifest/fieldTypes/fieldTypes'
import { andRule } from '../../../manifest/context/lookup'
import { conjuncts, pathsRead } from '../../../manifest/expression/analyze'
import type { Action } from '../../../manifest/model/column'
import type { Entity } from '../../../manifest/model/entity'
import type { FieldType } from '../../../manifest/model/field'
import { entityOf } from '../../../manifest/model/app'
import type { Rule, RuleNode } from '../../../manifest/model/rule'
import type { OptionsAnswer, OptionsRequest } from '../../../protocol/calls'
import { HolderSearch } from '../../auth/permissionHolders'
import { mayOpenRecords } from '../../context/callerRules'
import type { Context } from '../../context/context'
import { callerText } from '../../context/phrases'
import { presentValues, ruleSentence, type Wording } from '../../mutation/guards/ruleSentence'
import { withinTenantOf } from '../../query/records/loadRecords'
import { openLists } from '../records/openLists'
import { wordingOf, wordingOfRecord, type Explaining } from '../records/refusals/refusalWording'
import { stateTexts, wantedStates } from '../records/refusals/stateSteps'
import { offeredOptions, optionOf } from './references/options'
import type { ReferenceQuery } from './references/referenceQuery'

/** What searched words are as a value of a type: such a value and nothing else, a name, or no value to begin with. */
const wordsAs: Readonly<Record<FieldType, 'itself' | 'name' | 'nothing'>> = {
  mobile: 'itself',
  string: 'name',
  text: 'nothing',
  int: 'nothing',
  money: 'nothing',
  decimal: 'nothing',
  date: 'nothing',
  datetime: 'nothing',
  boolean: 'nothing',
  choice: 'nothing',
  ref: 'nothing',
  address: 'nothing',
  files: 'nothing',
  lines: 'nothing',
}

/** Up to so many options, the answer explains what is missing. */
const maxExplainedOptions = 3
/** Maximum records that are not offered. */
const maxWithheld = 3

/** @throws RequestError as `readOptions` */
export async function explainedOptions(context: Context, request: OptionsRequest): Promise<OptionsAnswer> {
  const { optionQuery, answer, read } = await offeredOptions(context, request)
  if (request.ids || !optionQuery.asking) return answer
  const creation = creationOf(context, optionQuery, request.words)
  if (answer.options.length > maxExplainedOptions) return { ...answer, ...(creation && { creation }) }
  const conditions = optionQuery.rule ? conditionTexts(context, optionQuery, optionQuery.rule) : []
  const isNamed = optionQuery.rule && mayOpenRecords(context, optionQuery.entity)
  const withheld = isNamed ? await withheldRecords(context, optionQuery, optionQuery.rule!, read) : []
  return {
    ...answer,
    ...(conditions.length > 0 && { conditions }),
    ...(withheld.length > 0 && { withheld }),
    ...(creation && { creation }),
  }
}

/** Each condition in words, without those over values that the caller may not read. */
function conditionTexts(context: Context, { entity, asking }: ReferenceQuery, rule: Rule): string[] {
  const wording = { ...wordingOf(context, entity), form: entityOf(context.app, asking!.entity) }
  return conjuncts(rule.node)
    .map((node) => ruleSentence(wording, node))
    .flatMap((text) => (text ? [callerText(context, text)] : []))
}

/** Whether a condition depends on the form or the caller: records of other forms and stores are no near misses. */
const isPinned = (node: RuleNode) =>
  (['this', 'input', 'me', 'tenant'] as const).some((scope) => pathsRead(node, scope).length > 0)

async function withheldRecords(
  context: Context,
  optionQuery: ReferenceQuery,
  rule: Rule,
  read: Awaited<ReturnType<typeof offeredOptions>>['read'],
): Promise<NonNullable<OptionsAnswer['withheld']>> {
  const parts = conjuncts(rule.node).map((node): Rule => ({ ...rule, node }))
  const unbound = parts.filter(({ node }) => !isPinned(node))
  if (unbound.length === 0) return []
  const joint = parts.filter(({ node }) => isPinned(node)).reduce<Rule | undefined>(andRule, undefined)
  const { rule: _whole, ...rest } = optionQuery
  const rows = await read({ ...rest, ...(joint && { rule: joint }), failingOne: unbound }, maxWithheld)
  const holders = new HolderSearch(context)
  const withheld = rows.slice(0, maxWithheld).map(async (row) => {
    const within = await withinTenantOf(context, optionQuery.entity, row.id)
    const wording = await wordingOfRecord(within, optionQuery.entity, row.id)
    return { ...optionOf(row), reasons: await reasonsOf({ context: within, holders }, wording, unbound) }
  })
  return (await Promise.all(withheld)).filter(({ reasons }) => reasons.length > 0)
}

/** Why the record is not offered; nothing if the caller may not read what decides. */
async function reasonsOf(explaining: Explaining, wording: Wording, rules: readonly Rule[]): Promise<string[]> {
  const { context } = explaining
  const { resolver, names, entity } = wording
  await resolver.prepare([{ names, rules }])
  const failing = rules.find((rule) => !resolver.holds(names, rule))
  const sentence = failing && ruleSentence(wording, failing.node)
  if (!failing || !sentence) return []
  const state = names.record?.own('state')
  const wanted = wantedStates(entity, failing.node)
  if (wanted && typeof state === 'string') {
    const [message, details] = await stateTexts(explaining, wording, wanted, state)
    return [...new Set([message, ...details].map((text) => callerText(context, text)))]
  }
  return [sentence, ...(await presentValues(wording, failing.node))].map((text) => callerText(context, text))
}

/** What creates such a record without another one, where the rule of the field may offer the new record. */
function creationOf(
  context: Context,
  { entity, rule }: ReferenceQuery,
  searchText: string | undefined,
): OptionsAnswer['creation'] {
  const { app, caller } = context
  const begins = (action: Action): boolean => {
    const transition = entity.transitions[action.transition]
    return (
      action.entity === entity.name &&
      action.place === 'toolbar' &&
      Object.keys(action.values).length === 0 &&
      transition?.creates === true &&
      transition.form.length > 0 &&
      canRunAction(app, caller, action) &&
      isOffered(entity, rule, transition)
    )
  }
  // Few screens create such a record: only those need to be checked for access.
  const creating = (screens: readonly Screen[]) => screens.filter(({ actions }) => actions.some(begins))
  const opened = (screens: readonly Screen[]) => creating(screens).filter((screen) => canOpen(app, caller, screen))
  const forms = opened(Object.values(app.screens).filter(({ kind }) => kind === 'form'))
  const lists = forms.length > 0 ? [] : openLists(app, caller)
  const [screen] = [...forms, ...lists.flatMap((list) => [...creating([list]), ...opened(list.moreLists)])]
  const action = screen?.actions.find(begins)
  if (!action) return undefined
  const field = fieldForWords(context, entity, declared(entity.transitions, action.transition), searchText)
  return {
    title: callerText(context, action.title),
    entity: entity.name,
    transition: action.transition,
    ...(field !== undefined && { field }),
  }
}

/** Whether a rule may offer what a transition creates, as far as its first state decides. */
function isOffered(entity: Entity, rule: Rule | undefined, { to }: Transition): boolean {
  if (!rule || to === undefined) return true
  return conjuncts(rule.node).every((node) => wantedStates(entity, node)?.includes(to) ?? true)
}

/** The input of a new record to which the searched words belong: a fact of their form, else the name. */
function fieldForWords(
  { app }: Context,
  { labelField, facts, fields }: Entity,
  { form }: Transition,
  searchText: string | undefined,
): string | undefined {
  const text = searchText?.trim() ?? ''
  if (text === '') return undefined
  const asked = form.filter(({ input, readOnly }) => !input && !readOnly).map(({ field }) => declared(fields, field))
  const context = { languages: app.product.languages, codes: () => undefined }
  const fact = asked.find(
    (field) =>
      wordsAs[field.type] === 'itself' && facts.includes(field.name) && 'value' in validateValue(text, field, context),
  )
  if (fact) return fact.name
  const isName = asked.some(
    ({ name, type, localized }) => name === labelField && wordsAs[type] === 'name' && !localized,
  )
  // A number of which a part was typed is no name.
  return isName && /\p{L}/u.test(text) ? labelField : undefined
}
