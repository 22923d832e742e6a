// Renders the sanitized part of HTML; text without HTML keeps its line breaks.
import { useLayoutEffect, useRef } from 'react'
import './richText.css'
import { hasHtml } from '../../manifest/fieldTypes/formattedText'
import { safeHtml } from './safeHtml'

export function RichText({ text }: { text: string }) {
  const container = useRef<HTMLDivElement>(null)
  const html = hasHtml(text)
  useLayoutEffect(() => {
    if (html) container.current?.replaceChildren(safeHtml(text))
  }, [html, text])
  // Distinct keys, because React does not manage manually created nodes.
  return html ? (
    <div key="html" className="rich-text" ref={container} />
  ) : (
    <div key="plain" className="rich-text rich-plain">
      {text}
    </div>
  )
}
