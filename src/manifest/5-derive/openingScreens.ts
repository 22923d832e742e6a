// Derives from the screens where a record can be opened, where it waits, and who may open and list
// it.
import type { Screen } from '../model/screen'
import type { CompileContext } from '../context/compileContext'
import { statesOf } from '../expression/possibleStates'

/** The frames that can show a record, offered wherever the record is shown. */
export function deriveFrames(context: CompileContext, screens: readonly Screen[]): void {
  for (const { path, title, blocks } of screens)
    for (const { kind: block, entity, imports: takes } of blocks) {
      const draft = block === 'frame' ? context.entities[entity ?? ''] : undefined
      if (draft !== undefined)
        draft.entity.detail = {
          ...draft.entity.detail,
          frames: [...draft.entity.detail.frames, { path, title, imports: Object.values(takes ?? {}).flat() }],
        }
    }
}

/**
 * The queues that contain a record or one on its detail view, as far as the state alone decides, to show where it
 * waits.
 */
export function deriveQueues(context: CompileContext, screens: readonly Screen[]): void {
  const byState = (rule: Screen['where']) => rule === undefined || rule.readPaths.every((path) => path === 'state')
  const queues = screens.flatMap(({ kind, queue, entity, states, where, path, title }) => {
    const draft = context.entities[entity ?? '']
    if (kind !== 'list' || queue === undefined || draft === undefined || !byState(where) || !byState(queue.where))
      return []
    const open = Object.values(draft.states).flatMap((state) =>
      state.closed || (states && !states.includes(state.name)) ? [] : [state.name],
    )
    const waiting =
      queue.where === undefined ? open : open.filter((state) => statesOf(queue.where!.node, open).has(state))
    return waiting.length > 0 && (states !== undefined || queue.where !== undefined)
      ? [{ entity: draft.name, states: waiting, path, title }]
      : []
  })
  for (const { entity } of Object.values(context.entities)) {
    const visible = new Set([entity.name, ...entity.detail.related.map((related) => related.entity)])
    entity.detail = { ...entity.detail, queues: queues.filter((queue) => visible.has(queue.entity)) }
  }
}

/**
 * The permissions to open a single record, unless the entity declares them: those of every screen over it, or over an
 * entity whose written detail view shows it. A reminder above a list grants it as the list does; a derived detail
 * view, any other block and a public screen grant nothing.
 */
export function deriveReaders(context: CompileContext, screens: readonly Screen[]): void {
  const byScreens: CodesByEntity = new Map()
  for (const screen of screens) {
    addCodes(byScreens, screen.entity, screen.permissions)
    if (screen.kind === 'list')
      for (const block of screen.blocks)
        if (block.kind === 'reminder') addCodes(byScreens, block.entity, screen.permissions)
  }
  const direct = new Map([...byScreens].map(([entity, codes]) => [entity, [...codes]]))
  for (const [entity, codes] of direct) {
    const draft = context.entities[entity]
    if (draft?.file.manifest.detail?.related !== undefined)
      for (const related of draft.entity.detail.related) addCodes(byScreens, related.entity, codes)
  }
  for (const draft of Object.values(context.entities))
    if (draft.file.manifest.readPermissions === undefined)
      draft.entity.readPermissions = [...(byScreens.get(draft.name) ?? [])]
}

/**
 * The audience of a derived table of referring records: callers who may open a list, board or calendar of them. The
 * right to open single records, through a report or another detail view, is not enough.
 */
export function deriveRelatedAudience(context: CompileContext, screens: readonly Screen[]): void {
  const listedBy: CodesByEntity = new Map()
  for (const { kind, entity, permissions } of screens) if (listing.has(kind)) addCodes(listedBy, entity, permissions)
  for (const { entity, file } of Object.values(context.entities))
    if (file.manifest.detail?.related === undefined)
      entity.detail = {
        ...entity.detail,
        related: entity.detail.related.map((related) => ({
          ...related,
          permissions: [...(listedBy.get(related.entity) ?? [])],
        })),
      }
}

type CodesByEntity = Map<string, Set<string>>

/** Adds the permissions of a screen; a public one grants no access to records. */
function addCodes(byEntity: CodesByEntity, entity: string | undefined, codes: Iterable<string>): void {
  if (entity === undefined) return
  const opening = byEntity.get(entity) ?? new Set()
  for (const code of codes) if (code !== 'public') opening.add(code)
  byEntity.set(entity, opening)
}

const listing: ReadonlySet<Screen['kind']> = new Set(['list', 'board', 'calendar'])
