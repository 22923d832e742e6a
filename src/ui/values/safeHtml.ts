// Sanitizes HTML: keeps text structure, safe links, and images that carry their own
// bytes.
// Removes everything that could run, load or cover something; unknown elements are replaced by their text.
import createPurifier from 'dompurify'
import { harmlessAttributes, harmlessElements, isHarmlessAttribute } from '../../manifest/fieldTypes/formattedText'

let purifier: ReturnType<typeof createPurifier> | undefined

/** The sanitized HTML. */
export function safeHtml(html: string): DocumentFragment {
  purifier ??= prepared()
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...harmlessElements],
    ALLOWED_ATTR: [...harmlessAttributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
}

function prepared(): ReturnType<typeof createPurifier> {
  const createdPurifier = createPurifier(window)
  createdPurifier.addHook('uponSanitizeAttribute', ({ localName }, data) => {
    if (!isHarmlessAttribute(localName, data.attrName, data.attrValue)) data.keepAttr = false
  })
  createdPurifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.localName !== 'a') return
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer nofollow')
  })
  return createdPurifier
}
