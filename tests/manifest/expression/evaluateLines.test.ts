// Proves the results of aggregates over a record's own lines.
import { describe, expect, it } from 'vitest'
import type { Aggregate } from '../../../src/manifest/model/rule'
import type { Field } from '../../../src/manifest/model/field'
import { evaluateAggregateOverLines, lineReaders } from '../../../src/manifest/expression/evaluateLines'
import { compiled, environment, reading, world } from './environment'

describe('aggregates over own lines', () => {
  const field = (name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
    name,
    type,
    title: {},
    required: false,
    stored: true,
    system: false,
    ...more,
  })
  const lineShape = {
    entity: 'boat.crew',
    states: [],
    fields: {
      wage: { name: 'wage', type: 'money' as const },
      days: { name: 'days', type: 'int' as const },
      pay: { name: 'pay', type: 'money' as const },
      who: { name: 'who', type: 'string' as const },
    },
  }
  const lineEnvironment = { ...environment, record: lineShape }
  const fields = {
    wage: field('wage', 'money'),
    days: field('days', 'int'),
    who: field('who', 'string'),
    pay: field('pay', 'money', { compute: compiled('wage * days / 3', lineEnvironment) }),
  }
  const over = (aggregate: Partial<Aggregate>, lines: readonly Record<string, unknown>[] | null): unknown => {
    const value = evaluateAggregateOverLines(
      { operator: 'sum', lines: 'crew', readsThis: [], type: 'number', ...aggregate },
      lineReaders(lines, fields, reading({ size: 2 }), world),
      fields,
      world,
    )
    return typeof value === 'object' && value !== null ? String(value) : value
  }
  const lines = [
    { wage: '10.10', days: 2, who: 'B' },
    { wage: null, days: 5, who: 'A' },
    { wage: '5.05', days: 1, who: null },
  ]

  it('sums, counts and compares, leaving nulls out', () => {
    expect(over({ field: 'wage' }, lines)).toBe('15.15')
    expect(over({ operator: 'average', field: 'wage' }, lines)).toBe('7.575')
    expect(over({ operator: 'max', field: 'days' }, lines)).toBe('5')
    expect(over({ operator: 'min', field: 'wage' }, lines)).toBe('5.05')
    expect(over({ operator: 'count' }, lines)).toBe('3')
    expect(over({ operator: 'exists' }, lines)).toBe(true)
    const every = (rule: string) => over({ operator: 'every', where: compiled(rule, lineEnvironment) }, lines)
    expect([every('days > 0'), every('days > 1'), every('wage > 0')]).toEqual([true, false, false])
  })

  it('of no lines is 0 for sum and count, false for exists, true for every, else null', () => {
    for (const none of [null, []]) {
      expect(over({ field: 'wage' }, none)).toBe('0')
      expect(over({ operator: 'count' }, none)).toBe('0')
      expect(over({ operator: 'exists' }, none)).toBe(false)
      expect(over({ operator: 'every', where: compiled('days > 9', lineEnvironment) }, none)).toBe(true)
      for (const operator of ['max', 'min', 'average', 'first'] as const)
        expect(over({ operator, field: 'wage' }, none)).toBe(null)
    }
  })

  it('rounds computed cells to their scale, and believes a line that carries them', () => {
    expect(
      over({ field: 'pay' }, [
        { wage: '1.00', days: 1 },
        { wage: '1.00', days: 1 },
      ]),
    ).toBe('0.66')
    expect(over({ field: 'pay' }, [{ wage: '1.00', days: 1, pay: '9.00' }])).toBe('9')
  })

  it('counts only the lines that `where` takes; `this` is the owner', () => {
    expect(over({ operator: 'count', where: compiled('days >= this.size', lineEnvironment) }, lines)).toBe('2')
  })

  it('takes the first in the order of `sort`, null last', () => {
    expect(over({ operator: 'first', field: 'days' }, lines)).toBe('2')
    expect(over({ operator: 'first', field: 'days', sort: { field: 'who', descending: false } }, lines)).toBe('5')
    expect(over({ operator: 'first', field: 'days', sort: { field: 'who', descending: true } }, lines)).toBe('2')
    expect(over({ operator: 'first', field: 'wage', sort: { field: 'who', descending: false } }, lines)).toBe(null)
  })
})
