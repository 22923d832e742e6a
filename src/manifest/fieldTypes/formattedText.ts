// Defines the allowed content of formatted texts (`format: html`), and escapes plain text for them.
// The server cleans stored texts by this list, the page displayed ones.

const inlineElements = 'span br b strong i em u s del sub sup small mark code a img'
const blockElements = 'p div hr h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd figure figcaption'
const tableElements = 'table caption colgroup col thead tbody tfoot tr th td'

export const harmlessElements: readonly string[] = [inlineElements, blockElements, tableElements].flatMap((names) =>
  names.split(' '),
)

/** Attributes by element; `*` stands for every element. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['title'],
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  col: ['span'],
  ol: ['start'],
}
export const harmlessAttributes: readonly string[] = [...new Set(Object.values(attributes).flat())]

/** Links that leave the page only on a click, and pictures that are inline or come from this server. */
const values: Readonly<Record<string, RegExp>> = {
  href: /^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i,
  src: /^(data:image\/(png|jpeg|gif|webp);base64,|\/(?![/\\]))/i,
}
const sizes = new Set(['width', 'height', 'colspan', 'rowspan', 'span', 'start'])

/** Whether an element may keep an attribute with this value. */
export function isHarmlessAttribute(element: string, name: string, value: string): boolean {
  if (!attributes['*']!.includes(name) && !attributes[element]?.includes(name)) return false
  if (sizes.has(name)) return /^\d{1,4}$/.test(value)
  return values[name]?.test(value.trim()) ?? true
}

/** Whether a text contains HTML; without it, line breaks are kept. */
export const hasHtml = (text: string): boolean => /<[a-z!/][^>]*>/i.test(text)

/** Everything that decides about attributes, as text: when it changes, stored texts are cleaned again. */
export const harmlessValues: string = JSON.stringify([attributes, [...sizes], Object.entries(values).map(String)])

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes plain text for HTML or XML, quoted attributes included. */
export const escapedMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
