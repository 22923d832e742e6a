// Proves which tabs are open, which of them is active, and which views stay mounted.
import { untranslated } from '../../src/manifest/model/text'
import { describe, expect, it } from 'vitest'
import type { Route } from '../../src/manifest/access/navigation'
import { createUnsaved } from '../../src/client/navigation/unsavedChanges'
import { createTabs, maxMountedTabs, mountedKeys, subjectOf, tabKey } from '../../src/client/navigation/tabs'

const route = (path: string, part: Partial<Route> = {}): Route => ({
  path,
  module: 'm',
  title: untranslated(path),
  kind: 'list',
  hidden: false,
  pinned: false,
  keep: true,
  autoLogin: false,
  layout: 'main',
  ...part,
})
const noneUnsaved = () => false
let navigations = 0
/** The key of another place in the history. */
const next = () => String(navigations++)
const keys = (tabs: ReturnType<typeof createTabs>) => tabs.getState().open.map((tab) => tab.key)

describe('the key of a tab', () => {
  it('is the whole address without what is only the state of a list', () => {
    expect(
      tabKey('/a?page=3&sort=-x&f.name=contains:1&words=2&tab=t&group=c:month&folded=1&record=a:1&v.month=2'),
    ).toBe('/a')
    expect(tabKey('/a?from=%2Fb&id=2')).not.toBe(tabKey('/a?from=%2Fb&id=3'))
    expect(tabKey('/a?id=2&b=1')).toBe(tabKey('/a?b=1&id=2&page=9'))
  })
})

describe('the tabs', () => {
  it('are named by the record open in them, else by their view', () => {
    const tabs = createTabs('/home', noneUnsaved)
    tabs.visit('/a', route('/a'), next())
    tabs.describe('/a', 'view', '我的')
    tabs.describe('/a', 'record', 'DD1')
    expect(subjectOf(tabs.getState(), '/a')).toBe('DD1')
    tabs.describe('/a', 'record', undefined)
    expect(subjectOf(tabs.getState(), '/a')).toBe('我的')
    expect(subjectOf(tabs.getState(), '/b')).toBeUndefined()
  })

  // spec 3.15 4.12
  it('hold one tab a key, with the address it was left at', () => {
    const tabs = createTabs('/home', noneUnsaved)
    tabs.visit('/a', route('/a'), next())
    tabs.visit('/b', route('/b'), next())
    tabs.visit('/a?page=2', route('/a'), next())
    expect(keys(tabs)).toEqual(['/a', '/b'])
    expect(tabs.addressOf('/a')).toBe('/a?page=2')
    expect(tabs.addressOf('/c')).toBe('/c')
  })

  it('lead from the menu to a form without the record left open over it, and keep that of a list', () => {
    const tabs = createTabs('/home', noneUnsaved)
    tabs.visit('/new?v.form=a.b&record=a:1&run=c.d', route('/new', { kind: 'form' }), next())
    tabs.visit('/a?record=a:1', route('/a'), next())
    expect(tabs.addressOf('/new')).toBe('/new?v.form=a.b')
    tabs.visit('/new?record=a:1', route('/new', { kind: 'form' }), next())
    // The menu enters an active form by its own address, which empties it.
    expect(tabs.addressOf('/new')).toBe('/new?record=a:1')
    expect(tabs.addressOf('/a')).toBe('/a?record=a:1')
    tabs.visit('/a?record=a:1', route('/a'), next())
    expect(tabs.addressOf('/new')).toBe('/new')
  })

  it('are entered from another tab or by their own address, not by a change of their query', () => {
    const tabs = createTabs('/home', noneUnsaved)
    const entered = () => tabs.getState().open.find(({ key }) => key === '/a')?.entered
    tabs.visit('/a', route('/a'), 'first')
    tabs.visit('/a?record=b:1', route('/a'), next())
    tabs.visit('/a', route('/a'), 'last')
    tabs.visit('/a', route('/a'), 'last')
    expect(entered()).toBe(0)
    tabs.visit('/a', route('/a'), next())
    expect(entered()).toBe(1)
    tabs.visit('/b', route('/b'), next())
    tabs.visit('/a', route('/a'), next())
    expect(entered()).toBe(2)
  })

  // spec 4.13 4.14
  it('closing the active one opens the last that is left, closing the last one the fallback, closing another nothing', () => {
    const tabs = createTabs('/home', noneUnsaved)
    for (const path of ['/a', '/b', '/c']) tabs.visit(path, route(path), next())
    expect(tabs.close(['/a'])).toBeNull()
    expect(tabs.close(['/c'])).toBe('/b')
    tabs.visit('/b', route('/b'), next())
    expect(tabs.close(['/b'])).toBe('/home')
  })

  // spec 2.17
  it('never close a pinned one, and put those first', () => {
    const tabs = createTabs('/home', noneUnsaved)
    tabs.visit('/a', route('/a'), next())
    tabs.begin({ '/p': route('/p', { pinned: true }), '/a': route('/a'), '/k': route('/k') }, [
      '/k?page=2',
      '/gone',
      '/a',
    ])
    expect(keys(tabs)).toEqual(['/p', '/k', '/a'])
    tabs.close(['/p', '/k', '/a'])
    expect(keys(tabs)).toEqual(['/p'])
  })

  it('open those that a person pinned after the fixed ones, and close them only when unpinned', () => {
    const tabs = createTabs('/home', noneUnsaved)
    const routes = { '/p': route('/p', { pinned: true }), '/a': route('/a'), '/k': route('/k') }
    tabs.visit('/a', route('/a'), next())
    tabs.begin(routes, [], ['/k?id=1', '/gone'])
    expect(keys(tabs)).toEqual(['/p', '/k?id=1', '/a'])
    tabs.visit('/k?id=1&page=2', route('/k'), next())
    tabs.close(['/p', '/k?id=1', '/a'])
    expect(tabs.getState().open.map(({ key, fixed }) => [key, fixed])).toEqual([
      ['/p', true],
      ['/k?id=1', false],
    ])
    tabs.begin(routes, [], [])
    tabs.close(['/p', '/k?id=1'])
    expect(keys(tabs)).toEqual(['/p'])
  })

  it('never close home, which is the first', () => {
    const tabs = createTabs('/home', noneUnsaved)
    tabs.visit('/a', route('/a'), next())
    tabs.begin({ '/a': route('/a'), '/p': route('/p', { pinned: true }), '/home': route('/home') }, [])
    expect(keys(tabs)).toEqual(['/home', '/p', '/a'])
    tabs.visit('/home', route('/home'), next())
    tabs.close(['/home', '/p', '/a'])
    expect(tabs.getState().open.map(({ key, pinned }) => [key, pinned])).toEqual([
      ['/home', true],
      ['/p', true],
    ])
  })

  it('forget what may no longer be opened', () => {
    const tabs = createTabs('/home', noneUnsaved)
    tabs.visit('/a', route('/a'), next())
    tabs.begin({ '/b': route('/b') }, [])
    expect(keys(tabs)).toEqual([])
  })

  // spec 2.5
  it('mount a tab that is not kept again at each visit, but not when its own query changes', () => {
    const tabs = createTabs('/home', noneUnsaved)
    const mountCount = () => tabs.getState().open.find((tab) => tab.key === '/a')!.mountCount
    tabs.visit('/a', route('/a', { keep: false }), next())
    tabs.visit('/a?page=2', route('/a', { keep: false }), next())
    expect(mountCount()).toBe(0)
    tabs.visit('/b', route('/b'), next())
    tabs.visit('/a', route('/a', { keep: false }), next())
    expect(mountCount()).toBe(1)
  })
})

describe('the limit of open tabs', () => {
  it('closes the oldest without unsaved changes', () => {
    const unsaved = createUnsaved()
    const tabs = createTabs('/home', unsaved.has)
    for (let index = 0; index < 40; index++) tabs.visit(`/s${index}`, route(`/s${index}`), next())
    unsaved.mark('form', '/s0')
    tabs.visit('/s40', route('/s40'), next())
    expect(keys(tabs)).toHaveLength(40)
    expect([keys(tabs).includes('/s0'), keys(tabs).includes('/s1')]).toEqual([true, false])
  })
})

it('of the forms with unsaved changes is known how many store a draft', () => {
  const unsaved = createUnsaved()
  unsaved.mark('batch', '/a')
  expect(unsaved.drafted()).toBe('none')
  unsaved.mark('form', '/a')
  const withdraw = unsaved.onDiscard('form', () => undefined)
  expect(unsaved.drafted()).toBe('some')
  unsaved.unmark('batch')
  expect(unsaved.drafted()).toBe('all')
  withdraw()
  expect(unsaved.drafted()).toBe('none')
})

describe('what stays mounted', () => {
  // spec 2.49
  it('is bounded, but never lets go of the active tab or of one with unsaved changes', () => {
    const tabs = createTabs('/home', noneUnsaved)
    const unsaved = createUnsaved()
    for (let at = 0; at < 30; at++) tabs.visit(`/s${at}`, route(`/s${at}`), next())
    unsaved.mark('form', '/s2')
    tabs.visit('/s0', route('/s0', { keep: false }), next())
    const mounted = mountedKeys(tabs.getState(), unsaved.has)
    expect(mounted.size).toBe(maxMountedTabs + 2)
    expect([mounted.has('/s0'), mounted.has('/s2'), mounted.has('/s29'), mounted.has('/s3')]).toEqual([
      true,
      true,
      true,
      false,
    ])
    unsaved.unmark('form')
    expect(mountedKeys(tabs.getState(), unsaved.has).has('/s2')).toBe(false)
  })
})
