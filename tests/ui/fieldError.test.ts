// The checks of a value while it is typed.
import { expect, it } from 'vitest'
import type { Field } from '../../src/manifest/model/field'
import { valueError } from '../../src/ui/rules/fieldError'
import { compiled, world } from '../manifest/expression/environment'
import { translatorOf } from '../pageTexts'

const message = { zh: '至少写 5 个字', en: 'Write at least 5 characters' }
const field: Field = {
  name: 'name',
  type: 'text',
  title: { zh: '内容', en: 'Content' },
  required: true,
  stored: true,
  system: false,
  localized: true,
  checks: [{ rule: compiled('size(name) >= 5'), message }],
}
const errorOf = (value: unknown, language: string) =>
  valueError(value, field, {
    dictionaries: {},
    translator: () => translatorOf(language),
    required: true,
    read: () => null,
    evaluationContext: world,
  })?.message

it('reads a text of several languages as the one that its user typed', () => {
  expect(errorOf('今天打电话跟进了', 'zh')).toBeUndefined()
  expect(errorOf('太短', 'zh')).toBe(message.zh)
  expect(errorOf(['太短', 'Called them today'], 'en')).toBeUndefined()
  expect(errorOf(['今天打电话跟进了', 'Hi'], 'en')).toBe(message.en)
})
