import { untranslated } from '../../src/manifest/model/text'
import { describe, expect, it } from 'vitest'
import type { Route } from '../../src/manifest/access/navigation'
import { createUnsaved } from '../../src/client/navigation/unsavedChanges'
import { createViews, maxMountedTabs, mountedKeys, tabKey } from '../../src/client/navigation/tabs'

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
const keys = (views: ReturnType<typeof createViews>) => views.getState().views.map((view) => view.key)

describe('the key of a view', () => {
  it('is the whole address without what is only the state of a list', () => {
    expect(tabKey('/a?page=3&sort=-x&f.name=contains:1&words=2&tab=t&record=a:1&v.month=2')).toBe('/a')
    expect(tabKey('/a?from=%2Fb&id=2')).not.toBe(tabKey('/a?from=%2Fb&id=3'))
    expect(tabKey('/a?id=2&b=1')).toBe(tabKey('/a?b=1&id=2&page=9'))
  })
})

describe('the tabs', () => {
  // spec 3.15 4.12
  it('hold one view a key, with the address it was left at', () => {
    const views = createViews('/home', noneUnsaved)
    views.visit('/a', route('/a'))
    views.visit('/b', route('/b'))
    views.visit('/a?page=2', route('/a'))
    expect(keys(views)).toEqual(['/a', '/b'])
    expect(views.addressOf('/a')).toBe('/a?page=2')
    expect(views.addressOf('/c')).toBe('/c')
  })

  // spec 4.13 4.14
  it('closing the active one opens the last that is left, closing the last one the fallback, closing another nothing', () => {
    const views = createViews('/home', noneUnsaved)
    for (const path of ['/a', '/b', '/c']) views.visit(path, route(path))
    expect(views.close(['/a'])).toBeNull()
    expect(views.close(['/c'])).toBe('/b')
    views.visit('/b', route('/b'))
    expect(views.close(['/b'])).toBe('/home')
  })

  // spec 2.17
  it('never close a pinned one, and put those first', () => {
    const views = createViews('/home', noneUnsaved)
    views.visit('/a', route('/a'))
    views.begin({ '/p': route('/p', { pinned: true }), '/a': route('/a'), '/k': route('/k') }, [
      '/k?page=2',
      '/gone',
      '/a',
    ])
    expect(keys(views)).toEqual(['/p', '/k', '/a'])
    views.close(['/p', '/k', '/a'])
    expect(keys(views)).toEqual(['/p'])
  })

  it('never close home, which is the first', () => {
    const views = createViews('/home', noneUnsaved)
    views.visit('/a', route('/a'))
    views.begin({ '/a': route('/a'), '/p': route('/p', { pinned: true }), '/home': route('/home') }, [])
    expect(keys(views)).toEqual(['/home', '/p', '/a'])
    views.visit('/home', route('/home'))
    views.close(['/home', '/p', '/a'])
    expect(views.getState().views.map(({ key, pinned }) => [key, pinned])).toEqual([
      ['/home', true],
      ['/p', true],
    ])
  })

  it('forget what may no longer be opened', () => {
    const views = createViews('/home', noneUnsaved)
    views.visit('/a', route('/a'))
    views.begin({ '/b': route('/b') }, [])
    expect(keys(views)).toEqual([])
  })

  // spec 2.5
  it('make a view that is not kept anew at each visit, but not when its own query changes', () => {
    const views = createViews('/home', noneUnsaved)
    const made = () => views.getState().views.find((view) => view.key === '/a')!.made
    views.visit('/a', route('/a', { keep: false }))
    views.visit('/a?page=2', route('/a', { keep: false }))
    expect(made()).toBe(0)
    views.visit('/b', route('/b'))
    views.visit('/a', route('/a', { keep: false }))
    expect(made()).toBe(1)
  })
})

describe('the limit of open tabs', () => {
  it('closes the oldest without unsaved changes', () => {
    const unsaved = createUnsaved()
    const views = createViews('/home', unsaved.has)
    for (let index = 0; index < 40; index++) views.visit(`/s${index}`, route(`/s${index}`))
    unsaved.mark('form', '/s0', true)
    views.visit('/s40', route('/s40'))
    expect(keys(views)).toHaveLength(40)
    expect([keys(views).includes('/s0'), keys(views).includes('/s1')]).toEqual([true, false])
  })
})

describe('what stays mounted', () => {
  // spec 2.49
  it('is bounded, but never lets go of the active view or of one with unsaved changes', () => {
    const views = createViews('/home', noneUnsaved)
    const unsaved = createUnsaved()
    for (let at = 0; at < 30; at++) views.visit(`/s${at}`, route(`/s${at}`))
    unsaved.mark('form', '/s2', true)
    views.visit('/s0', route('/s0', { keep: false }))
    const mounted = mountedKeys(views.getState(), unsaved.has)
    expect(mounted.size).toBe(maxMountedTabs + 2)
    expect([mounted.has('/s0'), mounted.has('/s2'), mounted.has('/s29'), mounted.has('/s3')]).toEqual([
      true,
      true,
      true,
      false,
    ])
    unsaved.mark('form', '/s2', false)
    expect(mountedKeys(views.getState(), unsaved.has).has('/s2')).toBe(false)
  })
})
