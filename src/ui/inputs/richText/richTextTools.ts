// Tools of the rich text editor, and the sanitized HTML of its content.
import type { CSSProperties } from 'react'
import { safeHtml } from '../../values/safeHtml'

export interface EditorTool {
  /** Part of its title key: form.text<name>. */
  readonly name: 'Heading' | 'Paragraph' | 'Bold' | 'Italic' | 'Bullets' | 'Numbers' | 'Quote' | 'Link' | 'Plain'
  readonly sign: string
  readonly command: string
  readonly argument?: string
  readonly style?: CSSProperties
}

export const editorTools: readonly EditorTool[] = [
  { name: 'Heading', sign: 'H', command: 'formatBlock', argument: 'h3', style: { fontWeight: 700 } },
  { name: 'Paragraph', sign: '¶', command: 'formatBlock', argument: 'p' },
  { name: 'Bold', sign: 'B', command: 'bold', style: { fontWeight: 700 } },
  { name: 'Italic', sign: 'I', command: 'italic', style: { fontStyle: 'italic' } },
  { name: 'Bullets', sign: '•', command: 'insertUnorderedList' },
  { name: 'Numbers', sign: '1.', command: 'insertOrderedList' },
  { name: 'Quote', sign: '❝', command: 'formatBlock', argument: 'blockquote' },
  { name: 'Link', sign: '↗', command: 'createLink' },
  { name: 'Plain', sign: '⌫', command: 'removeFormat' },
]

/** The harmless part of an element's content; null when there is nothing to read or see. */
export function htmlOf(element: HTMLElement): string | null {
  const holder = document.createElement('div')
  holder.append(safeHtml(element.innerHTML))
  if ((holder.textContent ?? '').trim() === '' && !holder.querySelector('img, hr')) return null
  return holder.innerHTML
}

/** A text without HTML as paragraphs, one per line. */
export function paragraphsOf(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const line of text.split('\n')) {
    const paragraph = document.createElement('p')
    paragraph.append(line === '' ? document.createElement('br') : line)
    fragment.append(paragraph)
  }
  return fragment
}

/** The intended address ("example.com" too); undefined for one that is not harmless. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return undefined
  if (/^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(text)) return text
  return /^[a-z][a-z0-9+.-]*:/i.test(text) || !text.includes('.') ? undefined : `https://${text}`
}
