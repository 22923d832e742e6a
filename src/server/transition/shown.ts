// How does a value look within a sentence? Choices by their title, money and moments as people write them, records by what they are called.
import type { App, Field, Text } from '../../manifest/app'
import { momentOf, wallClock } from '../../manifest/rule/calendar'
import { exactOf } from '../../manifest/rule/exact'
import { fillText } from '../../manifest/rule/fill'
import type { LanguageIndex } from '../context'
import type { Names, Reader } from './reader'

const answers: Readonly<Record<'true' | 'false', Text>> = { true: ['是', 'yes'], false: ['否', 'no'] }

/** A raw value as a person reads it; '' for nothing. */
export function shownValue(app: App, field: Field | undefined, value: unknown, language: LanguageIndex): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return answers[`${value}`][language]
  if (Array.isArray(value)) return field?.localized ? String(value[language] ?? value[0] ?? '') : String(value.length)
  if (typeof value === 'object') {
    const { province = '', city = '', district = '', detail = '' } = value as Record<string, unknown>
    return [province, city, district, detail].filter((part, at, all) => part !== '' && part !== all[at - 1]).join('')
  }
  switch (field?.type) {
    case 'choice':
      return (
        app.dictionaries[field.dictionary ?? '']?.items.find((item) => item.code === value)?.title[language] ??
        String(value)
      )
    case 'money':
      return grouped(exactOf(value)?.toFixed(2) ?? String(value))
    case 'datetime': {
      const moment = momentOf(String(value))
      return moment === null ? String(value) : wallClock(moment, app.product.timezone).slice(0, 16).replace('T', ' ')
    }
    default:
      return String(value)
  }
}

function grouped(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** A text in one language with its placeholders filled; whatever they name was prepared. */
export function sentence(app: App, reader: Reader, names: Names, text: Text, language: LanguageIndex): string {
  return fillText(text, language, (path) => {
    const { value, field } = reader.shown(names, path)
    return stateTitle(app, names, path, value, language) ?? shownValue(app, field, value, language)
  })
}

export function bothSentences(app: App, reader: Reader, names: Names, text: Text): Text {
  return [sentence(app, reader, names, text, 0), sentence(app, reader, names, text, 1)]
}

// A state's title stands with its entity, not in a dictionary.
function stateTitle(app: App, names: Names, path: string, value: unknown, language: LanguageIndex): string | undefined {
  if (path !== 'state' || !names.record) return undefined
  return app.entities[names.record.entity.name]?.states[String(value)]?.title[language]
}
