// Errors that prevent a start or a command; the program prints their message.

/** The demo data is inconsistent; the message is for the terminal. */
export class DemoProblem extends Error {
  override readonly name = 'DemoProblem'
}

/** The message is one sentence and what to do; print no stack. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}

/** A backup cannot be written or restored: one sentence for the terminal. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}
