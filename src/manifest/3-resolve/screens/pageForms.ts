// Resolves what the built-in blocks of public pages show: picture, forms and links.
import type { Block } from '../../model/block'
import type * as language from '../../language/generated'
import { routeAt } from '../../context/lookup'
import { childLocation, hintFor, indexed, reportProblem, type ManifestLocation } from '../../context/compileContext'

/** The inputs by which the server knows each proof. */
const PROOFS: Readonly<Record<language.PageForm['name'], readonly string[]>> = {
  password: ['account', 'password'],
  code: ['mobile', 'code'],
}

export function pagePartsOf(
  location: ManifestLocation,
  { image, forms, links }: language.Block,
): Pick<Block, 'image' | 'forms' | 'links'> {
  for (const [index, form] of indexed(forms)) checkForm(childLocation(location, 'forms', index), form)
  for (const [index, { screen }] of indexed(links))
    if (screen !== undefined) routeAt(childLocation(location, 'links', index, 'screen'), screen)
  return { ...(image !== undefined && { image }), forms: forms ?? [], links: links ?? [] }
}

/** A form has every input that its proof needs, and no other. */
function checkForm(location: ManifestLocation, { name, inputs }: language.PageForm): void {
  // Of another name the shape has been reported.
  const known = Object.hasOwn(PROOFS, name) ? PROOFS[name] : []
  const inputNames = indexed(inputs).map(([, input]) => input.name)
  for (const [index, input] of inputNames.entries())
    if (!known.includes(input))
      reportProblem(
        childLocation(location, 'inputs', index, 'name'),
        'unknown-name',
        { what: `input of the form ${name}`, name: input },
        hintFor(input, known),
      )
    else if (inputNames.indexOf(input) < index)
      reportProblem(childLocation(location, 'inputs', index, 'name'), 'duplicate-entry', { name: input })
  for (const key of known)
    if (!inputNames.includes(key))
      reportProblem(childLocation(location, 'inputs'), 'missing-part', { thing: `the form ${name}`, key })
}
