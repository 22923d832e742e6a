// Proves that a form is drawn from its schema, input by input, and that no text of a manifest is
// executed.
import { untranslated } from '../../src/manifest/model/text'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { OptionsAnswer } from '../../src/protocol/calls'
import { translatorOf } from '../pageTexts'
import type { ISchema } from '@formily/react'
import type { Entity } from '../../src/manifest/model/entity'
import type { Suggestion } from '../../src/manifest/model/transition'
import { formSchema } from '../../src/ui/form/model/formSchema'
import { layoutForm } from '../../src/ui/form/model/layoutForm'
import { compiledBindery } from '../manifest/sources'
import { OptionNotes } from '../../src/ui/inputs/base/OptionNotes'
import { drawForm } from './drawnForm'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const app = compiledBindery()
const reader = app.entities.reader!
const create = reader.transitions.create!
const chinese = translatorOf('zh', app.product.languages)
const english = translatorOf('en', app.product.languages)

/** The reader whose name is called so, in both languages. */
function called(title: string, help?: string): Entity {
  const field = reader.fields.name!
  const text = untranslated(title)
  return {
    ...reader,
    fields: { ...reader.fields, name: { ...field, title: text, ...(help ? { help: untranslated(help) } : {}) } },
  }
}
const asked = (markup: string) => [...markup.matchAll(/data-ask="([^"]+)"/g)].map(([, name]) => name)

describe('the schema of a form', () => {
  it('has every input once, in its section, with the input of its type', () => {
    for (const entity of Object.values(app.entities))
      for (const transition of Object.values(entity.transitions)) {
        const outline = layoutForm(entity, transition, entity.detail.sections)
        const sections = Object.values(formSchema(outline, chinese).properties!).filter((part) => part.properties)
        expect(
          sections.flatMap((part) =>
            Object.entries(part.properties as Record<string, ISchema>).map(([name, input]) => [
              name,
              input['x-component'],
            ]),
          ),
        ).toEqual(outline.fields.map(({ name, field }) => [name, field.type]))
      }
  })
  it('is in the language of the words and otherwise the same', () => {
    const outline = layoutForm(reader, create)
    const [one, other] = [chinese, english].map((texts) => formSchema(outline, texts))
    const untitled = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, part: unknown) => (key === 'title' || key === 'description' ? undefined : part)),
      )
    expect(one).not.toEqual(other)
    expect(untitled(one)).toEqual(untitled(other))
  })
  it('of more than 80 inputs comes in slices, none of which is lost', () => {
    const outline = layoutForm(reader, create)
    const [field] = outline.fields
    const fields = Array.from({ length: 130 }, (_, at) => ({ ...field!, name: `many${at}` }))
    const { properties = {} } = formSchema({ ...outline, fields, sections: [{ fields }] }, chinese)
    const slices = Object.values(properties).filter((part) => part.properties)
    expect(slices.map((part) => Object.keys(part.properties!).length)).toEqual([40, 40, 40, 10])
    expect(slices.map((part) => part['x-component-props'].late)).toEqual([0, 2, 5, 9])
    expect(slices.map((part) => part['x-component-props'].windowed)).toEqual([true, true, true, true])
  })
})

describe('what is drawn', () => {
  it('are the inputs that are asked at first, each with its title', async () => {
    const markup = await drawForm(reader, create)
    const names = create.form.filter(({ visibleWhen }) => !visibleWhen).map(({ field }) => field)
    expect(asked(markup)).toEqual(expect.arrayContaining(names))
    for (const name of names) expect(markup).toContain(reader.fields[name]!.title.zh!)
    expect(await drawForm(reader, create, 'en')).toContain(reader.fields.name!.title.en!)
  })
  it('is text as it stands in the manifest, also where Formily would see code', async () => {
    const markup = await drawForm(called('{{1+1}}', '{{ $form.values }}'), create)
    expect(markup).toContain('{{1+1}}')
    expect(markup).toContain('{{ $form.values }}')
  })
  it('tells about the form as a whole before its inputs, as the description of their named group', async () => {
    const help = untranslated('Goods come later')
    const markup = await drawForm(reader, { ...create, help })
    const [, name, id] = /role="group" aria-label="([^"]+)" aria-describedby="([^"]+)"/.exec(markup) ?? []
    expect(name).toBe(create.title.zh)
    expect(markup).toMatch(new RegExp(`id="${id}"[^>]*>Goods come later</p>`))
    expect(markup.indexOf('Goods come later')).toBeLessThan(markup.indexOf('data-ask'))
    expect(await drawForm(reader, create)).not.toContain(`aria-label="${create.title.zh}"`)
  })
  it('offers a suggested value once, by the first of its names', async () => {
    const named = { from: untranslated('first'), again: untranslated('second'), other: untranslated('third') }
    const offered = (title: keyof typeof named, value: string): Suggestion => ({
      title: named[title],
      value: { source: value, node: { kind: 'literal', type: 'text', value }, type: 'text', readPaths: [] },
    })
    const suggestions = [offered('from', 'one'), offered('again', 'one'), offered('other', 'two')]
    const form = create.form.map((item) => (item.field === 'name' ? { ...item, suggestions } : item))
    const markup = await drawForm(reader, { ...create, form })
    expect(['first', 'second', 'third'].map((title) => markup.includes(title))).toEqual([true, false, true])
  })
})

it('counts records that cannot be chosen as others only where some can be', async () => {
  const withheld = [{ id: 1, label: 'Sold', reasons: ['It is sold'] }]
  const drawn = async (answer: OptionsAnswer) =>
    drawOn(await signedIn(createFixture(compiledBindery(), 1)), () => createElement(OptionNotes, { answer }))
  const [alone, beside] = [
    await drawn({ options: [], more: false, withheld }),
    await drawn({ options: [{ id: 2, label: 'Free' }], more: false, withheld }),
  ]
  expect(alone).toContain('<details open="">')
  expect(alone).toContain(chinese.t('form.noneOffered', { count: 1 }))
  expect(alone).not.toContain(chinese.t('form.notOffered', { count: 1 }))
  expect(beside).toContain('<details>')
  expect(beside).toContain(chinese.t('form.notOffered', { count: 1 }))
})
