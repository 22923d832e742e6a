// Chooses what a command prints of an error:
// only the sentence if an operator can fix it, otherwise everything.
import { ConfigurationProblem } from '../context/configuration'
import { BackupProblem, DemoProblem, StartProblem } from '../context/startError'
import { DatabaseProblem } from '../database/startupProblem'
import { MigrationProblem } from '../migration/refusal'
import { SourcesProblem } from '../workers/readManifests'

const withSentences = [
  BackupProblem,
  ConfigurationProblem,
  DatabaseProblem,
  DemoProblem,
  MigrationProblem,
  SourcesProblem,
  StartProblem,
]

/** For console.error. */
export const printedError = (error: unknown): unknown =>
  error instanceof Error && withSentences.some((kind) => error instanceof kind) ? error.message : error
