// What `npm run new` is to write: from the words and flags of the command line, else by questions.
import type { App } from '../../src/manifest/model/app'
import { didYouMean } from '../../src/manifest/problems/suggest'
import type { Ask, Question } from './questions'

export const kinds = [
  'module',
  'entity',
  'list',
  'form',
  'report',
  'calendar',
  'board',
  'gallery',
  'document',
  'figure',
] as const
export type Kind = (typeof kinds)[number]

export interface Wish {
  readonly kind: Kind
  /** Empty for a document, which belongs to its entity. */
  readonly module: string
  /** Empty for a module and a figure. */
  readonly name: string
  /** The entity that is shown, counted or printed; empty for a module and an entity. */
  readonly entity: string
  /** In the order of the product's languages; absent: those of the entity. */
  readonly titles?: readonly string[]
  readonly prefix?: string
  readonly isNamed: boolean
  /** A code that exists; absent: one of its own. */
  readonly code?: string
  /** The name of the new code of a module. */
  readonly newCode?: string
  /** The address of the dashboard of a figure. */
  readonly dashboard: string
}

/** The command line; `screen` is another word for a list. */
export interface Given {
  readonly words: readonly string[]
  readonly values: Readonly<Partial<Record<'entity' | 'title' | 'prefix' | 'code' | 'dashboard', string>>>
  readonly isNamed: boolean
}

/** A wish cannot be fulfilled: the reason in one sentence. */
export class NewProblem extends Error {
  override readonly name = 'NewProblem'
}

/** Something is missing or wrong, and there is no terminal for questions. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

const namePattern = /^[A-Za-z][A-Za-z0-9]*$/
const isName = (answer: string): boolean => namePattern.test(answer)

/**
 * @throws NewProblem for a name that does not exist or a flag that does not apply, Unanswered
 */
export async function wishOf(app: App, given: Given, ask?: Ask): Promise<Wish> {
  const need = async (value: string | undefined, question: Question): Promise<string> => {
    const answer = value ?? (await ask?.(question))
    if (answer === undefined)
      throw new Unanswered(`Missing: ${question.text[0]!.toLowerCase()}${question.text.slice(1)}`)
    if (question.isValid?.(answer) ?? true) return answer
    throw new Unanswered(`${answer} is no name: letters and digits, beginning with a letter`)
  }
  const words = [...given.words]
  const kind = kindOf(await need(words.shift(), { text: 'What is to be written', choices: kinds }))
  checkFlags(kind, given)
  const [modules, entities] = [Object.keys(app.modules), Object.keys(app.entities)]
  let [module, name, entity] = ['', '', '']
  if (kind === 'module') module = await need(words.shift(), { text: 'The name of its folder', isValid: isName })
  else if (kind !== 'document') {
    module = await need(words.shift(), { text: 'In which module', choices: modules })
    if (!modules.includes(module)) throw new NewProblem(unknownModule(module, modules))
    if (kind !== 'figure') name = await need(words.shift(), { text: 'Its name', isValid: isName })
  }
  if (kind === 'document') entity = await need(words.shift(), { text: 'Of which entity', choices: entities })
  else if (kind !== 'module' && kind !== 'entity')
    entity = await need(given.values.entity, { text: 'Which entity does it show', choices: entities })
  if (entity !== '' && app.entities[entity] === undefined)
    throw new NewProblem(`There is no entity ${entity}. Known: ${entities.join(', ')}.`)
  if (kind === 'document') name = await need(words.shift(), { text: 'Its name', isValid: isName })
  if (words.length > 0) throw new Unanswered(`Unexpected: ${words.join(' ')}`)
  return {
    kind,
    module,
    name,
    entity,
    isNamed: given.isNamed,
    ...(given.values.prefix !== undefined && { prefix: given.values.prefix }),
    ...(await titlesFor(app, kind, given, ask)),
    ...(await codeFor(app, kind, given, ask)),
    dashboard: kind === 'figure' ? dashboardOf(app, given.values.dashboard) : '',
  }
}

function kindOf(word: string): Kind {
  const kind = kinds.find((each) => each === (word === 'screen' ? 'list' : word))
  if (kind === undefined) throw new Unanswered(`There is no kind ${word}`)
  return kind
}

function checkFlags(kind: Kind, { values, isNamed }: Given): void {
  const isShown = kind !== 'module' && kind !== 'entity' && kind !== 'document'
  if (kind === 'document' && values.entity !== undefined)
    throw new Unanswered('A document names its entity where others name their module: document <entity> <name>')
  const misplaced = {
    prefix: values.prefix !== undefined && kind !== 'entity',
    'no-name': !isNamed && kind !== 'entity',
    entity: values.entity !== undefined && !isShown,
    dashboard: values.dashboard !== undefined && kind !== 'figure',
    code: values.code !== undefined && kind === 'document',
  }
  for (const [flag, isMisplaced] of Object.entries(misplaced))
    if (isMisplaced) throw new Unanswered(`--${flag} does not apply to ${kind}`)
  if (!isNamed && values.prefix === undefined)
    throw new NewProblem('--no-name needs --prefix: a record without a name is called by its number.')
}

const unknownModule = (module: string, known: readonly string[]): string =>
  `There is no module ${module}. Known: ${known.join(', ')}. ` +
  `A new one: npm run new -- module ${module} --title 样品,Samples`

/** Of what shows an entity the title of the entity is the usual one. */
async function titlesFor(app: App, kind: Kind, { values }: Given, ask?: Ask): Promise<Pick<Wish, 'titles'>> {
  const { languages } = app.product
  const isOwn = kind === 'module' || kind === 'entity' || kind === 'document'
  const text = `The title in ${languages.join(' and ')}, with a comma between them`
  const title =
    values.title ??
    (isOwn ? await ask?.({ text, isValid: (answer) => titlesIn(answer, languages) !== undefined }) : undefined)
  if (title === undefined) {
    if (isOwn) throw new NewProblem(`--title is missing: ${text[0]!.toLowerCase()}${text.slice(1)}.`)
    return {}
  }
  const titles = titlesIn(title, languages)
  if (titles === undefined)
    throw new NewProblem(`--title takes a title in each language, with commas between them: ${languages.join(', ')}.`)
  return { titles }
}

function titlesIn(title: string, languages: readonly string[]): readonly string[] | undefined {
  const texts = title.split(/[,，]/).map((text) => text.trim())
  return texts.length === languages.length && !texts.includes('') ? texts : undefined
}

const ownCode = 'a new one'

async function codeFor(app: App, kind: Kind, { values }: Given, ask?: Ask): Promise<Pick<Wish, 'code' | 'newCode'>> {
  if (kind === 'document') return {}
  const codes = Object.keys(app.access.permissions)
  const isKnown = (answer: string): boolean => answer === ownCode || codes.includes(answer)
  const text = 'The permission code of those who may use it'
  const code = values.code ?? (await ask?.({ text, isValid: isKnown, usual: ownCode })) ?? ownCode
  if (!isKnown(code)) {
    if (kind === 'module') return { newCode: code }
    const hints = [didYouMean(code, codes) ?? '', 'Leave --code out for a new one; npm run explain lists all.']
    throw new NewProblem(`There is no permission code ${code}. ${hints.join(' ').trim()}`)
  }
  return code === ownCode ? {} : { code }
}

function dashboardOf(app: App, given: string | undefined): string {
  const known = Object.values(app.screens).flatMap(({ kind, path }) => (kind === 'dashboard' ? [path] : []))
  const path = given ?? known[0]
  if (path !== undefined && known.includes(path)) return path
  throw new NewProblem(`There is no dashboard ${path ?? ''}. Known: ${known.join(', ') || 'none'}.`)
}
