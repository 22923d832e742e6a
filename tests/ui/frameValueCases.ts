// Checks that the values of an external page are taken only if all of them are right. Not a test
// itself; run on the library and the shipped product.
import { describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { takenValues } from '../../src/ui/screens/pageParts/content/frameValues'

/** Every frame of a product. */
export function describeFrameValues(app: App): void {
  const frames = Object.values(app.screens).flatMap(({ blocks }) =>
    blocks.filter(({ kind: block }) => block === 'frame'),
  )
  const upload = async () => ({ id: 'f1', name: 'a.csv', size: 1, type: 'text/csv' })

  describe('values of a frame', () => {
    const found = frames.flatMap(({ entity, imports: takes }) =>
      Object.values(takes!)
        .flat()
        .map((name) => ({ entity: app.entities[entity!]!, transition: app.entities[entity!]!.transitions[name]! })),
    )
    it.each(found)('stand in the form of $transition.name only when it asks them', async ({ entity, transition }) => {
      const take = (values: Record<string, unknown>) =>
        takenValues({ ...app, languages: app.product.languages }, transition, values, upload)
      expect(await take({})).toBeUndefined()
      for (const name of [...Object.keys(entity.fields), '__proto__', 'constructor']) {
        if (!transition.form.some((ask) => ask.field === name))
          expect([name, await take(Object.fromEntries([[name, 1]]))]).toEqual([name, undefined])
      }
      for (const { field: name } of transition.form) {
        const field = entity.fields[name]!
        for (const wrong of [
          {},
          [{ strange: 1 }],
          [1],
          Symbol.iterator.toString(),
          Array.from({ length: 5_000 }, () => ({})),
        ]) {
          if (field.type === 'lines' || field.type === 'files') expect(await take({ [name]: wrong })).toBeUndefined()
        }
        if (field.type === 'files')
          expect(await take({ [name]: [{ name: 'a.csv', type: 'text/csv', bytes: new ArrayBuffer(3) }] })).toEqual({
            [name]: [await upload()],
          })
      }
    })
  })
}
