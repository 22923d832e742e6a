// Tests renaming parts of the shipped product: the meaning stays, and no other byte changes.
import { describe, expect, it } from 'vitest'
import { accessLock } from '../../src/manifest/access/lock/accessLock'
import { lockDifference } from '../../src/manifest/access/lock/changes'
import { renamedTable } from '../../scripts/rename/demoData'
import { renamed, type Renaming } from '../../scripts/rename/renaming'
import type { Source } from '../../src/manifest/json/source'
import { readSources } from '../../src/server/workers/readManifests'
import { readSchemas } from './schemas'

const sources = readSources('schemas')
const app = readSchemas()
const back = (renaming: Renaming): Renaming => ({ ...renaming, from: renaming.to, to: renaming.from })
const word = (name: string) => new RegExp(`(?<!\\w)${name}(?!\\w)`, 'g')
const table = (entity: string): Source => {
  const [source] = readSources('schemas/demo').filter(({ path }) => path === `${entity}.json`)
  return source!
}

describe.each<Renaming>([
  { kind: 'field', owner: 'customer', from: 'intent', to: 'grade' },
  // A column of a set that the lines of three entities have.
  { kind: 'field', owner: 'order', lines: 'items', from: 'colour', to: 'finish' },
  { kind: 'entity', owner: '', from: 'shipment', to: 'parcel' },
])('$kind $from', (renaming) => {
  const there = renamed(sources, app, renaming)

  it('differs in the rights by its name only', () => {
    const named = (lock: string) =>
      lock
        .replaceAll(word(renaming.from), renaming.to)
        .split('\n\n')
        .map((block) =>
          block
            .split('\n')
            .map((line) => line.split(/, | /).sort().join(' '))
            .sort()
            .join('\n'),
        )
        .sort()
    expect(named(accessLock(there.app))).toEqual(named(accessLock(app)))
    // No right names a column of lines.
    const differs = lockDifference(accessLock(app), accessLock(there.app)).length > 0
    expect(differs).toBe(renaming.lines === undefined)
  })

  it('is what it was when it is renamed back, but for its former name', () => {
    const again = renamed(there.sources, there.app, back(renaming))
    const changed = again.sources.filter(({ text }, index) => text !== sources[index]!.text)
    const holders = renaming.kind === 'field' ? there.holders.map(({ entity }) => entity) : [renaming.from]
    expect(again.sources.map(({ path }) => path)).toEqual(sources.map(({ path }) => path))
    expect(changed.map(({ path }) => path).sort()).toEqual(holders.map((name) => app.entities[name]!.source).sort())
    const lines = renaming.lines === undefined ? '' : `${renaming.lines}.`
    for (const name of holders) {
      const { rename, from } = again.app.entities[name]!.migration
      expect(renaming.kind === 'field' ? rename : from).toEqual(
        renaming.kind === 'field' ? { [lines + renaming.to]: lines + renaming.from } : [renaming.to],
      )
    }
  })

  it('has its new name in the demo data', () => {
    const source = table(renaming.owner || renaming.from)
    const { text } = renamedTable(source, app, renaming, there.holders)
    expect(text.replace(word(renaming.to), renaming.from)).toBe(source.text)
    expect(text).not.toBe(source.text)
  })
})
