// Which part of a text with HTML may be shown? Elements that structure a text, links that lead somewhere harmless, pictures that carry their own bytes. All else is
// left out: what could run, load or cover something; of an unknown element the words remain.
import createPurifier from 'dompurify'

const elements = [
  'p',
  'div',
  'span',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'code',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'del',
  'sub',
  'sup',
  'small',
  'mark',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'figure',
  'figcaption',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'a',
  'img',
]
const attributes = ['href', 'title', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'scope', 'start']
const harmless: Readonly<Record<string, RegExp>> = {
  href: /^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i,
  src: /^(data:image\/(png|jpeg|gif|webp);base64,|\/(?![/\\]))/i,
}

/** Whether a text has any HTML in it; one without is shown with its line breaks. */
export const hasHtml = (text: string): boolean => /<[a-z!/][^>]*>/i.test(text)

let purifier: ReturnType<typeof createPurifier> | undefined

/** The harmless part of an HTML text. */
export function safeHtml(html: string): DocumentFragment {
  purifier ??= prepared()
  return purifier.sanitize(html, {
    ALLOWED_TAGS: elements,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
}

function prepared(): ReturnType<typeof createPurifier> {
  const made = createPurifier(window)
  made.addHook('uponSanitizeAttribute', (_element, data) => {
    const pattern = harmless[data.attrName]
    if (pattern && !pattern.test(data.attrValue.trim())) data.keepAttr = false
  })
  made.addHook('afterSanitizeAttributes', (element) => {
    if (element.localName !== 'a') return
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer nofollow')
  })
  return made
}
