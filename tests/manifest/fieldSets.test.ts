// Proves that the fields of a set equal the same fields written in the entity.
import { describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { compile } from '../../src/manifest/compile'
import { compiledFixture, fixture, names, problemsOf } from './sources'

const text = (name: string) => [name, name.toUpperCase()]
const size = {
  width: { type: 'int', title: text('width'), required: true },
  height: { type: 'int', title: text('height'), min: 1, max: 9 },
  area: { type: 'int', title: text('area'), compute: 'width * height' },
}
const entered = { width: size.width, height: size.height }
const note = { note: { type: 'text', title: text('note') } }
const own = { name: { type: 'string', title: text('name'), required: true } }

const moduleWith = (fieldSets: object) => ({
  path: 'lending/module.json',
  text: JSON.stringify({
    title: ['借阅', 'Lending'],
    path: '/lending',
    permissions: ['lending'],
    icon: 'book',
    menuOrder: 2,
    redirect: '/lending/Books',
    fieldSets,
  }),
})

/** An entity with these fields of its own and of lines, and inputs. */
const thingWith = (fields: object, inputs: object) => ({
  path: 'lending/thing.entity.json',
  text: JSON.stringify({
    title: text('thing'),
    labelField: 'name',
    ...fields,
    states: { here: { title: text('here') } },
    transitions: {
      create: {
        title: text('add'),
        to: 'here',
        permissions: ['bookEdit'],
        form: ['name', 'width', 'height', 'parts'],
        ...inputs,
        set: { height: 'input.note == null ? height : 2' },
      },
    },
  }),
})
const partsWith = (more: object) => ({ parts: { type: 'lines', title: text('parts'), ...more } })

/** All but the mark of the files. */
const meaningOf = (app: App): App => ({ ...app, revision: '' })

describe('a set of fields', () => {
  it('means what it means written out, as fields, as columns and as inputs', () => {
    const sets = compiledFixture([
      moduleWith({ size, note }),
      thingWith(
        { fieldSets: ['size'], fields: { ...own, ...partsWith({ fieldSets: ['size'] }) } },
        { fieldSets: ['note'] },
      ),
    ])
    const written = compiledFixture([
      thingWith({ fields: { ...size, ...own, ...partsWith({ fields: size }) } }, { inputs: note }),
    ])
    expect(Object.keys(sets.entities.thing!.fields).slice(0, 5)).toEqual(['id', 'width', 'height', 'area', 'name'])
    expect(meaningOf(sets)).toEqual(meaningOf(written))
  })

  it('waives what is waived in it', () => {
    const unwritten = { mark: { type: 'string', title: text('mark') } }
    const thing = thingWith(
      { fieldSets: ['size', 'marks'], fields: { ...own, ...partsWith({ fields: size }) } },
      { inputs: note },
    )
    const warningsWith = (marks: object) => {
      const compiled = compile(fixture([moduleWith({ size, marks }), thing]), names)
      return compiled.ok
        ? compiled.warnings.filter(({ file }) => file === 'lending/module.json').map(({ code }) => code)
        : undefined
    }
    expect(warningsWith(unwritten)).toEqual(['unwritten-field'])
    const waive = { 'unwritten-field': 'It came with older records.' }
    expect(warningsWith({ mark: { ...unwritten.mark, waive } })).toEqual([])
  })

  it.each([
    ['a name of the wrong form', ['si-ze']],
    ['something else', [5]],
  ])('named by %s is one problem', (_, fieldSets) => {
    const parts = partsWith({ fields: size })
    const thing = thingWith({ fieldSets, fields: { ...size, ...own, ...parts } }, { inputs: note })
    const printed = problemsOf([moduleWith({ size: note }), thing])
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatch(/^lending\/thing\.entity\.json:/)
  })

  it('that is unknown to lines, or cannot be read, is one problem', () => {
    const thing = (set: string) =>
      thingWith({ fields: { ...size, ...own, ...partsWith({ fields: size, fieldSets: [set] }) } }, { inputs: note })
    expect(problemsOf([moduleWith({ size: note }), thing('sise')])).toEqual([
      expect.stringContaining('There is no set of fields `sise`'),
    ])
    const broken = { path: 'lending/module.json', text: '{ "title" }' }
    expect(problemsOf([broken, thing('size')])).toEqual([expect.stringContaining('lending/module.json:1:')])
  })

  it('is named where a rule of it does not fit the place that uses it', () => {
    const printed = problemsOf([
      moduleWith({ size: { ...entered, area: { ...size.area, compute: 'width * depth' } } }),
      thingWith({ fieldSets: ['size'], fields: { ...own, ...partsWith({ fields: entered }) } }, { inputs: note }),
    ])
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatch(/^lending\/module\.json:.*There is no name "depth" here/s)
  })
})
