// How is a text with HTML read? Its harmless part, drawn as a text; one without HTML keeps its line breaks.
import { useLayoutEffect, useRef } from 'react'
import './richText.css'
import { hasHtml, safeHtml } from './safeHtml'

export function RichText({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null)
  const html = hasHtml(text)
  useLayoutEffect(() => {
    if (html) place.current?.replaceChildren(safeHtml(text))
  }, [html, text])
  // A key each: what was built by hand is none of React's.
  return html ? (
    <div key="html" className="rich-text" ref={place} />
  ) : (
    <div key="plain" className="rich-text rich-plain">
      {text}
    </div>
  )
}
