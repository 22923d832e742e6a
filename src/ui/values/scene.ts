// What does showing a value need to know? The words, the formats, the manifests around it, and what happens when a reference or a file is opened.
import { useMemo } from 'react'
import type { Colour, Dictionary, Entity, Text } from '../../manifest/app'
import type { FileValue } from '../../protocol/calls'
import type { Carrier } from '../../runtime/files'
import type { Format } from '../../runtime/format'
import { useFormat, useWords } from '../../runtime/runtime'
import type { Words } from '../../runtime/text'

export interface Manifests {
  readonly entities: Readonly<Record<string, Entity>>
  readonly dictionaries: Readonly<Record<string, Dictionary>>
}

export interface Scene extends Manifests {
  readonly words: Words
  readonly format: Format
  /** Absent: references are plain text. */
  readonly openRecord?: (entity: string, id: number) => void
  readonly openFiles?: (files: readonly FileValue[], carrier: Carrier) => void
}

/** A scene that stays the same as long as what it is made of does. */
export function useScene(
  { entities, dictionaries }: Manifests,
  openRecord?: Scene['openRecord'],
  openFiles?: Scene['openFiles'],
): Scene {
  const words = useWords()
  const format = useFormat()
  return useMemo(
    () => ({ entities, dictionaries, words, format, openRecord, openFiles }),
    [entities, dictionaries, words, format, openRecord, openFiles],
  )
}

export interface Option {
  readonly code: string
  readonly title: Text
  readonly colour?: Colour
  readonly retired?: boolean
}

/** The entity at the end of a path that begins at `entity`; undefined where the way there is not known here. */
export function ownerOf({ entities }: Manifests, entity: string | undefined, path: string): Entity | undefined {
  let owner = entity === undefined ? undefined : entities[entity]
  for (const step of path.split('.').slice(0, -1)) {
    const next = owner?.fields[step]?.entity
    owner = next === undefined ? undefined : entities[next]
  }
  return owner
}

/** What a choice may be: the items of its dictionary, or for `state` the states of its entity. */
export function optionsOf(
  manifests: Manifests,
  column: { readonly field: string; readonly dictionary?: string },
  entity: string | undefined,
): readonly Option[] {
  if (column.dictionary !== undefined) return manifests.dictionaries[column.dictionary]?.items ?? []
  const owner = ownerOf(manifests, entity, column.field)
  return Object.values(owner?.states ?? {}).map(({ name, title, colour }) => ({ code: name, title, colour }))
}
