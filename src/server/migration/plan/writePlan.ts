// Writes a plan as text for a terminal or an agent, and as HTML for a page.
import { textOf, type LocalizableText } from '../../../manifest/expression/message'
import { escapedMarkup } from '../../../manifest/fieldTypes/formattedText'
import type { App } from '../../../manifest/model/app'
import { textIn, type Text } from '../../../manifest/model/text'
import type { Plan } from './plan'
import type { PlanLines } from './planLines'
import { planPhrase } from './planTexts'

/** In one language. */
export function planText({ verdict, problems, sections }: Plan, product: App['product'], language: string): string {
  const verdictText = textIn(textOf(planPhrase(`verdict_${verdict}`), product), language)
  return [
    verdictText,
    ...problems.map((problem) => textIn(problem, language)),
    ...sectionTexts(sections, product, language),
  ].join('\n\n')
}

/** Leaves out what `problems` state with their location. */
export function sectionTexts(sections: readonly PlanLines[], product: App['product'], language: string): string[] {
  const word = (text: LocalizableText) => textIn(textOf(text, product), language)
  return sections
    .filter(({ section }) => section !== 'refused')
    .map(({ section, lines }) =>
      [word(planPhrase(`section_${section}`)), ...lines.map((line) => `  ${word(line)}`)].join('\n'),
    )
}

/** In every language of the product; `longest`: maximum characters of each. */
export function planHtml(plan: Plan, product: App['product'], longest: number): Text {
  return Object.fromEntries(
    product.languages.map((language) => [language, htmlIn(plan, product, { language, longest })]),
  )
}

function htmlIn(
  { verdict, sections }: Plan,
  product: App['product'],
  { language, longest }: { readonly language: string; readonly longest: number },
): string {
  const word = (text: LocalizableText) => escapedMarkup(textIn(textOf(text, product), language))
  let html = `<p><strong>${word(planPhrase(`verdict_${verdict}`))}</strong></p>`
  let left = 0
  for (const { section, lines } of sections) {
    let items = ''
    const end = lines.findIndex((line) => {
      const item = `<li>${word(line)}</li>`
      const fits = html.length + items.length + item.length < longest - 500
      if (fits) items += item
      return !fits
    })
    if (end >= 0) left += lines.length - end
    if (items !== '') html += `<h3>${word(planPhrase(`section_${section}`))}</h3><ul>${items}</ul>`
  }
  return left === 0 ? html : `${html}<p>${word(planPhrase('lines_left', { count: left }))}</p>`
}
