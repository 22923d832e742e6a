// Prepares pasted HTML for the editor.
// Lists of a word processor become lists, and only what is harmless stays.
import { safeHtml } from '../../values/safeHtml'

export function pastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const paragraph of page.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[data-style*="mso-list"]'))
    intoList(paragraph)
  const holder = document.createElement('div')
  holder.append(safeHtml(page.body.innerHTML))
  // Empty paragraphs only make room there; here paragraphs have room of their own.
  for (const paragraph of holder.querySelectorAll('p'))
    if ((paragraph.textContent ?? '').trim() === '' && !paragraph.querySelector('img')) paragraph.remove()
  return holder.innerHTML
}

/** The page's content policy complains of every style that is parsed; their text is still needed for lists. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[^>]+>/g, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='))

/** Word writes the sign of an item as ignored text before it, and the kind of list follows from nothing else. */
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
