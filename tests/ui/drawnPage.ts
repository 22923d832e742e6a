// A part of the page as it is drawn without a browser: once, and again as long as it changes its
// state while it draws.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { createRuntime, RuntimeProvider, type Runtime } from '../../src/client/context/clientContext'
import { memoryCookies } from '../client/memoryCookies'
import type { Fixture } from './fixture'
import { fixtureToken } from './fixture'

/** A page that is signed in. */
export async function signedIn({ entry, transport }: Fixture, language = 'zh'): Promise<Runtime> {
  const runtime = createRuntime(entry, transport, memoryCookies())
  await runtime.language.begin()
  await runtime.signIn.withToken(fixtureToken)
  await runtime.language.change(language)
  return runtime
}

/** The markup of a component on it. */
export function drawOn(runtime: Runtime, Part: ComponentType, client = new QueryClient()): string {
  // What is drawn without a browser reads the state as it began.
  Object.assign(runtime.session, { getInitialState: runtime.session.getState })
  const page = createElement(MemoryRouter, null, createElement(Part))
  const records = createElement(QueryClientProvider, { client }, page)
  return renderToStaticMarkup(createElement(RuntimeProvider, { value: runtime }, records))
}
