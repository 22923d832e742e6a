// Proves that forms are drawn by Formily's schema field alone: without it there is no input.
import { expect, it, vi } from 'vitest'
import { compiledBindery } from '../manifest/sources'
import { drawForm } from './drawnForm'

vi.mock('@formily/react', async (original) => ({
  ...(await original<object>()),
  createSchemaField: () => () => null,
}))

it('without the schema field no form draws', async () => {
  const { reader } = compiledBindery().entities
  expect(await drawForm(reader!, reader!.transitions.create!)).not.toContain('data-ask')
})
