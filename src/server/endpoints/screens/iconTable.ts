// The icons that a manifest may name, with those modules and screens that have each already.
import { iconNames } from '../../../manifest/context/drawnNames'
import { messageText } from '../../../manifest/expression/message'
import type { App } from '../../../manifest/model/app'
import { textIn, type Text } from '../../../manifest/model/text'
import { localeOf, phrase } from '../../context/phrases'

/** A table in Markdown, in which `![name](icon)` is the drawing of an icon. */
export function iconTable({ product, modules, screens }: App, language: string): string {
  const heads = [phrase('icon_picture'), phrase('icon_name'), phrase('icon_holders')]
  const written = (text: Text) => textIn(text, language).replaceAll('|', '\\|')
  const holders = (name: string) => [
    ...Object.values(modules)
      .filter(({ icon }) => icon === name)
      .map(({ title }) => `**${written(title)}**`),
    ...Object.values(screens)
      .filter(({ icon }) => icon === name)
      .map(({ title, path }) => `${written(title)} \`${path}\``),
  ]
  return [
    `| ${heads.map((head) => messageText(head, localeOf(product, language))).join(' | ')} |`,
    '| --- | --- | --- |',
    ...iconNames.map((name) => `| ![${name}](icon) | \`${name}\` | ${holders(name).join(', ')} |`),
  ].join('\n')
}
