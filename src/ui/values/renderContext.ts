// The context of displayed values: translator, formats, manifests, and handlers that open
// references and files.
import { useCallback, useMemo } from 'react'
import type { Dictionary } from '../../manifest/model/app'
import type { Tone } from '../../manifest/model/field'
import type { Entity } from '../../manifest/model/entity'
import type { Text } from '../../manifest/model/text'
import type { Format } from '../../client/text/format'
import { useFormat, useSession, useTranslator } from '../../client/context/clientContext'
import { pathOf } from '../../manifest/access/screenByPath'
import type { Translator } from '../../client/text/translate'
import type { OpenFiles } from './files/useOpenFiles'

export interface Definitions {
  readonly entities: Readonly<Record<string, Entity>>
  readonly dictionaries: Readonly<Record<string, Dictionary>>
}

export interface RenderContext extends Definitions {
  readonly translator: Translator
  readonly format: Format
  /** Whether records of an entity open for the user; the names of others are no links. */
  readonly canOpen: (entity: string | undefined) => boolean
  /** Whether the screen of an address opens for the user. Absent: no number is a link. */
  readonly opens?: (address: string) => boolean
  /** Absent: references are plain text. */
  readonly openRecord?: (entity: string, id: number) => void
  readonly openFiles?: OpenFiles['open']
  /** Whether the value is outside a column of equal ones, so that money shows its currency sign. */
  readonly standsAlone?: true
  /** Whether a dialog shows the value: it covers what its page would open, so that lists open in pages of their own. */
  readonly inDialog?: true
}

/** A copy for values outside of tables, where amounts show their currency. */
export const standaloneContext = (context: RenderContext): RenderContext => ({ ...context, standsAlone: true })

/** A copy for values in a dialog. */
export const dialogContext = (context: RenderContext): RenderContext => ({ ...context, inDialog: true })

/** A context that is memoized by its parts. */
export function useRenderContext(
  { entities, dictionaries }: Definitions,
  openRecord?: RenderContext['openRecord'],
  openFiles?: RenderContext['openFiles'],
): RenderContext {
  const translator = useTranslator()
  const format = useFormat()
  const closed = useSession((state) => state.boot?.closedEntities)
  const canOpen = useCallback((entity: string | undefined) => !closed?.includes(entity ?? ''), [closed])
  const routes = useSession((state) => state.boot?.routes)
  const opens = useCallback((address: string) => routes?.[pathOf(address)] !== undefined, [routes])
  return useMemo(
    () => ({ entities, dictionaries, translator, format, canOpen, opens, openRecord, openFiles }),
    [entities, dictionaries, translator, format, canOpen, opens, openRecord, openFiles],
  )
}

export interface Option {
  readonly code: string
  readonly title: Text
  readonly color?: Tone
  readonly retired?: boolean
}

/** The entity at the end of a path that begins at `entity`; undefined if it is not loaded. */
export function entityAtPath({ entities }: Definitions, entity: string | undefined, path: string): Entity | undefined {
  let owner = entity === undefined ? undefined : entities[entity]
  for (const step of path.split('.').slice(0, -1)) {
    const next = owner?.fields[step]?.entity
    owner = next === undefined ? undefined : entities[next]
  }
  return owner
}

/** The options of a choice: the items of its dictionary, or for `state` the states of its entity. */
export function optionsOf(
  manifests: Definitions,
  column: { readonly field: string; readonly dictionary?: string },
  entity: string | undefined,
): readonly Option[] {
  if (column.dictionary !== undefined) return manifests.dictionaries[column.dictionary]?.items ?? []
  const owner = entityAtPath(manifests, entity, column.field)
  return Object.values(owner?.states ?? {}).map(({ name, title, color }) => ({ code: name, title, color }))
}
