// Tests which documents a form offers to print, and that the preview is of the stored record.
import { createElement, type ReactElement } from 'react'
import { expect, it } from 'vitest'
import type { PrintedDocument } from '../../src/manifest/model/document'
import { FormDocuments } from '../../src/ui/form/documents/FormDocuments'
import { PreviewContext } from '../../src/ui/form/documents/printedRecord'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const app = compiledBindery()
const fixture = createFixture(app, 1)
const [record] = fixture.recordsOf('reader')
const document = (name: string, states?: readonly string[]): PrintedDocument => ({
  name,
  title: { zh: name, en: name },
  sections: [],
  readPaths: [],
  ...(states && { states }),
})
const entity = {
  ...app.entities.reader!,
  documents: [document('card'), document('slip'), document('farewell', ['nowhere'])],
}
const transition = { ...entity.transitions.edit!, documents: ['slip', 'farewell'] }

/** The markup of the buttons. */
async function drawn(props: object, preview = (): null => null): Promise<string> {
  const runtime = await signedIn(fixture)
  const Part = (): ReactElement =>
    createElement(
      PreviewContext.Provider,
      { value: preview },
      createElement(FormDocuments, { entity, transition, record, ...props }),
    )
  return drawOn(runtime, Part)
}

it('offers those of the transition that the record has now', async () => {
  const markup = await drawn({})
  expect(markup).toContain('打印slip')
  expect(markup).not.toMatch(/card|farewell/)
})

it('offers none without a record, and none where the transition names none', async () => {
  expect(await drawn({ record: undefined })).toBe('')
  expect(await drawn({ transition: entity.transitions.edit! })).toBe('')
})
