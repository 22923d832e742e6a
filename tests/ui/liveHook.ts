// A hook as it lives on the page, with its effects, without a browser.
// It draws nothing, so that React needs no more of a document than a place to listen.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { RuntimeProvider, type Runtime } from '../../src/client/context/clientContext'

/** Calls it until it ends; the last answer. */
export async function liveHook<T>(runtime: Runtime, hook: () => T): Promise<{ last(): T; end(): void }> {
  const place = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const document = { ...place, nodeType: 9, nodeName: '#document', activeElement: null, visibilityState: 'visible' }
  const container = { ...place, nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument: document, textContent: '' }
  vi.stubGlobal('document', document)
  vi.stubGlobal('window', { ...place, document, HTMLIFrameElement: class {} })
  const { createRoot } = await import('react-dom/client')
  let answer: { readonly value: T } | undefined
  const Live = () => {
    answer = { value: hook() }
    return null
  }
  const root = createRoot(container as unknown as Element)
  const page = createElement(MemoryRouter, null, createElement(Live))
  const records = createElement(QueryClientProvider, { client: new QueryClient() }, page)
  root.render(createElement(RuntimeProvider, { value: runtime }, records))
  await vi.waitFor(() => {
    if (!answer) throw new Error('The hook was not called.')
  })
  return {
    last: () => answer!.value,
    end: () => {
      root.unmount()
      vi.unstubAllGlobals()
    },
  }
}
