// Cleans formatted texts before they are stored.
// An element that is not on the list is replaced by its text.
import { createHash } from 'node:crypto'
import sanitize from 'sanitize-html'
import {
  harmlessAttributes,
  harmlessElements,
  hasHtml,
  isHarmlessAttribute,
  harmlessValues,
} from '../../../manifest/fieldTypes/formattedText'

const options: sanitize.IOptions = {
  allowedTags: [...harmlessElements],
  allowedAttributes: { '*': [...harmlessAttributes] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: 100,
  // Elements dropped with their content: what word processors add, and what the page would not show.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'xml', 'xmp', 'template', 'iframe'],
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
  transformTags: {
    '*': (tagName, given) => ({
      tagName,
      attribs: Object.fromEntries(
        Object.entries(given).filter(([name, value]) => isHarmlessAttribute(tagName, name, value)),
      ),
    }),
  },
}

/** A text without HTML stays as it was typed. */
const cleanHtml = (text: string): string => (hasHtml(text) ? sanitize(text, options).trim() : text)

/** The cleaned value of a field that holds formatted text: one text, or one for each language. */
export function cleanFormatted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanFormatted)
  return typeof value === 'string' ? cleanHtml(value) : value
}

/** Identifies the list and the method: texts cleaned under another name are cleaned again. */
export const cleaningName: string = createHash('sha256')
  .update(JSON.stringify([harmlessElements, harmlessValues, options.nonTextTags]))
  .digest('hex')
  .slice(0, 16)
