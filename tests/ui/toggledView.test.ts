// Proves that a press on a saved view goes by the address, which may not be drawn yet.
import { useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import type { SavedView } from '../../src/ui/screens/common/savedViews'
import { useListAddress } from '../../src/ui/screens/list/data/useListAddress'
import { useListViews } from '../../src/ui/screens/list/views/useListViews'
import { compiledBindery } from '../manifest/sources'
import { signedIn } from './drawnPage'
import { createFixture } from './fixture'
import { liveHook } from './liveHook'

const app = compiledBindery()
const screen = Object.values(app.screens).find(({ kind }) => kind === 'list')!
const view: SavedView = { id: 'mine', title: 'Mine', screen: screen.path, query: 'words=ink', choice: {} }
const withView = '?words=ink&view=mine'
const choice = { choice: {}, keep: () => undefined }

it.each([
  { leads: 'to it when the address is that of the plain list', drawn: withView, address: '', to: withView },
  { leads: 'away from it when the address has it', drawn: '', address: withView, to: '' },
])('leads $leads', async ({ drawn, address, to }) => {
  const runtime = await signedIn(createFixture(app, 1))
  const { last, end } = await liveHook(runtime, () => ({
    views: useListViews(screen, useListAddress(screen), [view], choice),
    location: useLocation(),
  }))
  const browserAddress = { pathname: '/', search: '' }
  vi.stubGlobal('window', { ...window, location: browserAddress })
  if (drawn === withView) last().views.apply(view)
  await vi.waitFor(() => expect(last().location.search).toBe(drawn))
  browserAddress.search = address
  const { key } = last().location
  last().views.toggle(view)
  await vi.waitFor(() => expect(last().location.key).not.toBe(key))
  expect(last().location.search).toBe(to)
  end()
})
