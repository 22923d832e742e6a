// Sanitizes HTML: elements that structure a text, harmless links, and images that carry their own
// bytes.
// Everything that could run, load or cover something is removed; of an unknown element the text remains.
import createPurifier from 'dompurify'
import { harmlessAttributes, harmlessElements, isHarmlessAttribute } from '../../manifest/fieldTypes/formattedText'

let purifier: ReturnType<typeof createPurifier> | undefined

/** The harmless part of an HTML text. */
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
