// Formats values for sentences: titles of choices, money and times for people, labels of records.
import { groupThousands } from '../../../manifest/expression/values/decimalText'
import type { App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import { savedTextIn, textIn, type Text } from '../../../manifest/model/text'
import { momentOf, wallClock } from '../../../manifest/expression/values/calendar'
import { dayText, momentText } from '../../../manifest/expression/values/dayStyles'
import { exactOf } from '../../../manifest/expression/values/decimal'
import { fillText } from '../../../manifest/expression/template'
import type { ValueResolver } from './valueResolver'
import type { NameScopes } from './lookups'
import { messageText } from '../../../manifest/expression/message'
import type { AddressValue } from '../../../protocol/calls'
import { localeOf, phrase } from '../../context/phrases'
import { addressText } from '../../files/spreadsheets/cells'

/** A raw value as text for people; '' for null. */
export function valueText(app: App, field: Field | undefined, value: unknown, language: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return messageText(phrase(value ? 'yes' : 'no'), localeOf(app.product, language))
  if (Array.isArray(value))
    return field?.localized ? String(savedTextIn(value, app.product.languages, language) ?? '') : String(value.length)
  if (typeof value === 'object') return addressText(value as AddressValue, localeOf(app.product, language))
  switch (field?.type) {
    case 'choice': {
      const item = app.dictionaries[field.dictionary ?? '']?.items.find(({ code }) => code === value)
      return item ? textIn(item.title, language) : String(value)
    }
    case 'money':
      return groupThousands(exactOf(value)?.toFixed(2) ?? String(value))
    case 'datetime': {
      const moment = momentOf(String(value))
      if (moment === null) return String(value)
      const [day = '', time = ''] = wallClock(moment, app.product.timezone).slice(0, 16).split('T')
      return momentText(day, time, language)
    }
    case 'date':
      return dayText(String(value), language)
    case 'int':
    case 'decimal':
      return groupThousands(String(value))
    case 'string':
    case 'text':
    case 'boolean':
    case 'mobile':
    case 'ref':
    case 'files':
    case 'lines':
    case 'address':
    case undefined:
      return String(value)
  }
}

/** A text in one language with its placeholders filled; their values must be prepared. */
export function sentence(resolver: ValueResolver, names: NameScopes, text: Text, language: string): string {
  const { app } = resolver
  return fillText(text, language, (path) => {
    const { value, field } = resolver.shown(names, path)
    const state = path === 'state' ? stateTitle(app, names, value, language) : undefined
    // A setting has no field that would tell its format; its numbers are grouped as those of the record beside it.
    const isSetting = typeof value === 'number' && path.startsWith('settings.')
    return state ?? (isSetting ? groupThousands(String(value)) : valueText(app, field, value, language))
  })
}

/**
 * The text in every language of the product, with its placeholders filled in, to be stored or sent to people of other
 * languages.
 */
export function localizedSentence(resolver: ValueResolver, names: NameScopes, text: Text): Text {
  const { languages } = resolver.app.product
  return Object.fromEntries(languages.map((language) => [language, sentence(resolver, names, text, language)]))
}

// A state's title belongs to its entity, not to a dictionary.
function stateTitle(app: App, names: NameScopes, value: unknown, language: string): string | undefined {
  if (!names.record) return undefined
  const state = app.entities[names.record.entity.name]?.states[String(value)]
  return state && textIn(state.title, language)
}
