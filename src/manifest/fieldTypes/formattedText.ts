// What a formatted text (`format: html`) may hold, and how a plain text is written in one.
// The server cleans what it stores by this list, and the page what it shows.

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

/** Addresses that leave the page only on a press, and pictures that carry their own bytes or come from this server. */
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

/** Whether a text has any HTML in it; one without is shown with its line breaks. */
export const hasHtml = (text: string): boolean => /<[a-z!/][^>]*>/i.test(text)

/** All that decides about attributes, as text: with it changes what is stored. */
export const harmlessValues: string = JSON.stringify([attributes, [...sizes], Object.entries(values).map(String)])

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A plain text within HTML or XML, in a quoted attribute too. */
export const escapedMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
