// Requests and answers of the jobs that the manifests declare.
import type { Text } from '../../manifest/model/text'
import type { BatchAnswer } from '../calls'

/** A job of the manifests, for administrators. */
export interface DeclaredJob {
  /** Entity, transition and position among the jobs of the entity. */
  readonly name: string
  readonly entity: Text
  readonly transition: Text
  readonly everySeconds: number
  /** When it was last due on a server; null: never. */
  readonly lastRun: string | null
}

/** POST /api/jobs */
export interface JobsAnswer {
  readonly jobs: readonly DeclaredJob[]
}

/** POST /api/jobs/run: runs a job at once, on behalf of the server. */
export interface RunJobRequest {
  readonly name: string
}
export interface RunJobAnswer extends Pick<BatchAnswer, 'done' | 'refused'> {
  /** More records were due than could be done in the time of a call: the same request goes on. */
  readonly more: boolean
}
