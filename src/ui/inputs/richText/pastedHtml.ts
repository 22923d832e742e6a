// Prepares pasted HTML for the editor:
// converts lists of word processors, and keeps only safe elements.
import { safeHtml } from '../../values/safeHtml'

export function pastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const paragraph of page.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[data-style*="mso-list"]'))
    intoList(paragraph)
  const container = document.createElement('div')
  container.append(safeHtml(page.body.innerHTML))
  // Empty paragraphs are only spacing there; here paragraphs have margins.
  for (const paragraph of container.querySelectorAll('p'))
    if ((paragraph.textContent ?? '').trim() === '' && !paragraph.querySelector('img')) paragraph.remove()
  return container.innerHTML
}

/** The content policy reports every parsed style; their text is still needed for lists. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[^>]+>/g, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='))

/** Word writes an item's bullet as ignored text before it, the only hint of the kind of list. */
function intoList(paragraph: HTMLElement): void {
  const sign = paragraph.querySelector('[data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]')
  const signText = (sign?.textContent ?? '').trim()
  const kind = /^[\p{L}\p{N}]+[.)、．]?$/u.test(signText) && !/^[o§]$/.test(signText) ? 'ol' : 'ul'
  sign?.remove()
  const item = paragraph.ownerDocument.createElement('li')
  item.append(...paragraph.childNodes)
  const before = paragraph.previousElementSibling
  if (before?.localName === kind) {
    before.append(item)
    paragraph.remove()
    return
  }
  const list = paragraph.ownerDocument.createElement(kind)
  list.append(item)
  paragraph.replaceWith(list)
}
