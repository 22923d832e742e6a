// A text that stands in the manifest, with its line breaks.
import { useWords } from '../../../runtime/runtime'
import type { PageBlockProps } from './pageBlocks'

export function TextPart({ block }: PageBlockProps) {
  const { pick } = useWords()
  return <div className="value-long">{block.text ? pick(block.text) : null}</div>
}
