// Sanitizes HTML: elements that structure a text, harmless links, and images that carry their own
// bytes.
// Everything that could run, load or cover something is removed; of an unknown element the text remains.
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
  const createdPurifier = createPurifier(window)
  createdPurifier.addHook('uponSanitizeAttribute', (_element, data) => {
    const pattern = harmless[data.attrName]
    if (pattern && !pattern.test(data.attrValue.trim())) data.keepAttr = false
  })
  createdPurifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.localName !== 'a') return
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer nofollow')
  })
  return createdPurifier
}
