// Tests that plans word every difference:
// for every key of every part of the shipped product, and of the product that uses all words of the language.
import { beforeAll, expect, it } from 'vitest'
import { changedParts } from '../../src/manifest/access/parts/changedParts'
import type { App } from '../../src/manifest/model/app'
import { filledSections, linesWithoutData } from '../../src/server/migration/plan/planLines'
import { isPartKey, partPhrase } from '../../src/server/migration/plan/partTexts'
import { sectionTexts } from '../../src/server/migration/plan/writePlan'
import { kindsSources } from '../browser/kindsSources'
import { compileSound } from '../server/library'
import { readSchemas } from './schemas'

const apps: Record<string, App> = {}
beforeAll(async () => {
  apps.shipped = readSchemas()
  apps.kinds = compileSound(await kindsSources())
}, 120_000)

type Fields = Readonly<Record<string, unknown>>

/** A part of whose definition nothing but names is left, so that every key of it differs. */
const bare = (part: object, kept: readonly string[] = []): Fields =>
  Object.fromEntries(
    Object.entries(part).flatMap(([key, value]): [string, unknown][] => {
      if (['name', 'path', 'code', 'field'].includes(key) || kept.includes(key)) return [[key, value]]
      return key === 'title' ? [[key, { zh: '从前', en: 'Formerly' }]] : []
    }),
  )
const each = <Part extends object>(parts: Readonly<Record<string, Part>>, change: (part: Part) => object): Fields =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]))

function bareApp(app: App): App {
  return {
    ...app,
    product: bare(app.product),
    access: { ...app.access, permissions: each(app.access.permissions, () => ({ zh: '从前', en: 'Formerly' })) },
    modules: each(app.modules, (part) => bare(part)),
    screens: each(app.screens, (screen) => ({ ...bare(screen), columns: screen.columns.map((part) => bare(part)) })),
    entities: each(app.entities, (entity) => ({
      ...bare(entity),
      fields: each(entity.fields, (part) => bare(part, ['system'])),
      states: each(entity.states, (part) => bare(part)),
      transitions: each(entity.transitions, (part) => bare(part)),
    })),
    dictionaries: each(app.dictionaries, (dictionary) => ({
      ...bare(dictionary),
      items: dictionary.items.map((part) => bare(part)),
    })),
    endpoints: each(app.endpoints, (part) => bare(part)),
    settings: each(app.settings, (part) => bare(part)),
    integrations: each(app.integrations, (part) => bare(part)),
  } as unknown as App
}

it.each(['shipped', 'kinds'])('prints no key of a definition as it is, in the %s product', (name) => {
  const after = apps[name]!
  const parts = changedParts(bareApp(after), after)
  expect(parts.come).toEqual([])
  const met = new Set(parts.changed.flatMap(({ keys }) => keys))
  expect(met.size).toBeGreaterThan(100)
  const titles = { title: { zh: '甲', en: 'Thing' }, owner: { zh: '乙', en: 'Owner' }, name: 'x', definition: {} }
  const changed = [...met].map((key) => ({ kind: 'field' as const, key, ...titles, keys: [key] }))
  const change = { before: after, after, parts: { come: [], gone: [], renamed: [], changed }, warnings: [] }
  const lines = filledSections(linesWithoutData(change, [], []))
  const [zh, en] = ['zh', 'en'].map((language) => sectionTexts(lines, after.product, language).join('\n'))
  expect(zh!.match(/[a-z]{2,}/gi)?.filter((word) => !['Excel', 'Cookie', 'OpenID'].includes(word))).toEqual([])
  expect(en!.match(/\w*[a-z][A-Z]\w*/g)?.filter((word) => word !== 'OpenID') ?? []).toEqual([])
})

it('calls no two keys of a definition alike', () => {
  const keys = Object.values(apps).flatMap((app) =>
    changedParts(bareApp(app), app).changed.flatMap((part) => part.keys),
  )
  const words = [...new Set([...keys, 'name', 'path', 'code', 'field'])]
    .filter(isPartKey)
    .map((key) => partPhrase(key).texts)
  for (const language of ['zh', 'en']) {
    const written = words.map((texts) => texts[language])
    expect(written.filter((word, index) => written.indexOf(word) !== index)).toEqual([])
  }
})
