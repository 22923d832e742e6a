// A text of the manifest, with its line breaks.
import { useTranslator } from '../../../../client/context/clientContext'
import type { PagePartProps } from '../../common/pagePart'

/** Draws plain text in the user's language; an empty box without one. */
export function TextPart({ block }: PagePartProps) {
  const { pick } = useTranslator()
  return <div className="value-long">{block.text ? pick(block.text) : null}</div>
}
