// The calls that take back what the caller has just done.
import type { BatchAnswer } from '../calls'

/**
 * POST /api/undo: reverts everything that a run of the caller wrote, unless one of its records has changed since.
 * Repeated, it gets the first answer.
 */
export interface UndoRequest {
  readonly run: string
}
export interface UndoAnswer {
  readonly message: string
}

/** POST /api/undoBatch: undoes runs in their order, each by itself; a refusal of one does not affect the others. */
export interface UndoBatchRequest {
  readonly runs: readonly string[]
}
export type UndoBatchAnswer = Pick<BatchAnswer, 'done' | 'refused'>
