// A text of the manifest, with its line breaks.
import { useTranslator } from '../../../../client/context/clientContext'
import type { PagePartProps } from '../../common/pagePart'

export function TextPart({ block }: PagePartProps) {
  const { pick } = useTranslator()
  return <div className="value-long">{block.text ? pick(block.text) : null}</div>
}
