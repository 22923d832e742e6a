// Declares the written dictionaries, and one for the states of every entity.
import type { Dictionary, DictionaryItem } from '../model/app'
import type { DictionaryItemDetail, Text } from '../language/generated'
import type { CompileContext } from '../context/compileContext'

export function declareDictionaries(context: CompileContext): void {
  for (const [name, { manifest }] of context.manifests.dictionaries) {
    const items = Object.entries(manifest.items).map(([code, item]): DictionaryItem => {
      const detail = isDetail(item) ? item : { title: item }
      return {
        code,
        title: detail.title,
        retired: 'retired' in detail && detail.retired === true,
        ...('color' in detail && detail.color !== undefined && { color: detail.color }),
      }
    })
    context.dictionaries[name] = { name, title: manifest.title, items } satisfies Dictionary
    context.dictionaryCodes.set(
      name,
      items.map((item) => item.code),
    )
  }
  // A field of another entity, such as a dimension of a report, uses the states of an entity as a dictionary.
  for (const [name, { manifest }] of context.manifests.entities) {
    const states = Object.entries(manifest.states ?? {})
    if (states.length === 0) continue
    const dictionaryName = `${name}.state`
    const items = states.map(([code, { title, color }]): DictionaryItem => ({
      code,
      title,
      retired: false,
      color: color ?? 'neutral',
    }))
    context.dictionaries[dictionaryName] = { name: dictionaryName, title: manifest.title, items }
    context.dictionaryCodes.set(
      dictionaryName,
      items.map((item) => item.code),
    )
  }
}

const isDetail = (item: Text | DictionaryItemDetail): item is DictionaryItemDetail => typeof item.title === 'object'
