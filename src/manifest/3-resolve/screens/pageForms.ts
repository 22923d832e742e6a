// Resolves what built-in blocks show without a session: picture, forms, links and results.
import type { Block } from '../../model/block'
import type { Text } from '../../model/text'
import type * as language from '../../language/generated'
import { ineffective, routeAt } from '../../context/lookup'
import {
  childLocation,
  indexed,
  reportProblem,
  type ManifestLocation,
  reportUnknownName,
} from '../../context/compileContext'

type Names = readonly string[]

/** The inputs of each proof that the server accepts. */
const inputsOfProofs: Readonly<Record<string, Names>> = {
  password: ['account', 'password'],
  code: ['mobile', 'code'],
}
/** The forms that a block may have, with the inputs of each. */
const formsOfBlocks: Readonly<Record<string, Readonly<Record<string, Names>>>> = {
  signIn: inputsOfProofs,
  integrationSignIn: inputsOfProofs,
  integrationFailed: { password: ['password'] },
}
/** The inputs that the forms of a block have together. */
const inputsOfSteps: Readonly<Record<string, Names>> = { resetPassword: ['mobile', 'code', 'newPassword'] }
type ResultName = keyof language.PageResults
const resultsOfBlocks: Readonly<Record<string, readonly ResultName[]>> = {
  resetPassword: ['done'],
  authRedirect: ['alone', 'refused'],
  integrationFailed: ['unasked'],
}
/** The values that a text may name between braces. */
const valuesOfTexts: Readonly<
  Record<string, { readonly title?: Names; readonly text?: Names; readonly formText?: Names }>
> = {
  resetPassword: { formText: ['mobile'] },
  integrationFailed: { title: ['name'], text: ['screen'] },
}

export function pagePartsOf(
  location: ManifestLocation,
  { kind, image, title, text, forms, links, results }: language.Block,
): Pick<Block, 'image' | 'forms' | 'links' | 'results'> {
  const formLocation = childLocation(location, 'forms')
  if (Object.hasOwn(formsOfBlocks, kind)) checkForms(formLocation, formsOfBlocks[kind]!, forms)
  if (Object.hasOwn(inputsOfSteps, kind)) checkSteps(formLocation, kind, forms)
  if (Object.hasOwn(resultsOfBlocks, kind)) checkResults(childLocation(location, 'results'), kind, results)
  checkLinks(location, links)
  if (Object.hasOwn(valuesOfTexts, kind)) {
    const values = valuesOfTexts[kind]!
    checkText(childLocation(location, 'title'), title, values.title)
    checkText(childLocation(location, 'text'), text, values.text)
    for (const [index, form] of indexed(forms))
      checkText(childLocation(formLocation, index, 'text'), form.text, values.formText)
  }
  return { ...(image !== undefined && { image }), forms: forms ?? [], links: links ?? [], results: results ?? {} }
}

function checkLinks(location: ManifestLocation, links: language.Block['links']): void {
  for (const [index, { screen }] of indexed(links))
    if (screen !== undefined) routeAt(childLocation(location, 'links', index, 'screen'), screen)
}

/** Each form is a proof of the block and has exactly the inputs of the proof. */
function checkForms(
  location: ManifestLocation,
  proofs: Readonly<Record<string, Names>>,
  forms: language.Block['forms'],
): void {
  const names = indexed(forms).map(([, { name }]) => name)
  for (const [index, { name, inputs }] of indexed(forms)) {
    const nameLocation = childLocation(location, index, 'name')
    if (!Object.hasOwn(proofs, name))
      reportUnknownName(nameLocation, name, { what: 'form', among: Object.keys(proofs) })
    else if (names.indexOf(name) < index) reportProblem(nameLocation, 'duplicate-entry', { name })
    else
      checkInputs(
        childLocation(location, index, 'inputs'),
        `the form ${name}`,
        proofs[name]!,
        indexed(inputs).map(([index, input]) => ({ name: input.name, path: [index] })),
      )
  }
}

/** The steps together have each input once; a code follows its mobile. */
function checkSteps(location: ManifestLocation, kind: string, forms: language.Block['forms']): void {
  const inputs = indexed(forms).flatMap(([step, form]) =>
    indexed(form.inputs).map(([index, input]) => ({ name: input.name, step, path: [step, 'inputs', index] as const })),
  )
  checkInputs(location, `a block ${kind}`, inputsOfSteps[kind]!, inputs)
  const mobile = inputs.find(({ name }) => name === 'mobile')
  const code = inputs.find(({ name }) => name === 'code')
  if (mobile !== undefined && code !== undefined && code.step < mobile.step)
    reportProblem(childLocation(location, ...code.path, 'name'), 'conflicting-keys', {
      what: 'A step asks for the code of a mobile that a later step asks for',
    })
}

interface InputPlace {
  readonly name: string
  readonly path: readonly (string | number)[]
}

function checkInputs(location: ManifestLocation, thing: string, known: Names, inputs: readonly InputPlace[]): void {
  const names = inputs.map(({ name }) => name)
  for (const [index, { name, path }] of inputs.entries()) {
    const nameLocation = childLocation(location, ...path, 'name')
    if (!known.includes(name)) reportUnknownName(nameLocation, name, { what: `input of ${thing}`, among: known })
    else if (names.indexOf(name) < index) reportProblem(nameLocation, 'duplicate-entry', { name })
  }
  for (const key of known) if (!names.includes(key)) reportProblem(location, 'missing-part', { thing, key })
}

/** A block has exactly the results of its kind. */
function checkResults(location: ManifestLocation, kind: string, results: language.Block['results']): void {
  if (results === undefined) return
  const ends = resultsOfBlocks[kind]!
  const others = (Object.keys(results) as ResultName[]).filter((name) => !ends.includes(name))
  ineffective(location, results, others, `on a block ${kind}`)
  for (const name of ends) {
    const result = results[name]
    if (result === undefined)
      reportProblem(location, 'missing-part', { thing: `a block ${kind}`, key: `results.${name}` })
    else checkLinks(childLocation(location, name), result.links)
  }
  if (results.refused?.text !== undefined && ends.includes('refused'))
    ineffective(childLocation(location, 'refused'), results.refused, ['text'], 'where the reason of the server stands')
}

/** Refuses placeholders for values that the page does not have. */
function checkText(location: ManifestLocation, text: Text | undefined, names: Names = []): void {
  for (const translation of Object.values(text ?? {}))
    for (const [placeholder, name] of translation.matchAll(/\{([^{}]*)\}|[{}]/g))
      if (name === undefined || !names.includes(name))
        reportProblem(location, 'bad-placeholder', { found: placeholder })
}
