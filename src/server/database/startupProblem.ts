// Explains the operational failures that keep the database from opening.
// Errors of single requests and statements are handled elsewhere.
import { dirname, sep } from 'node:path'

/** A failure that the operator can fix: `message` is for the terminal; print no stack. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'

  /**
   * @param sentence what is wrong, one sentence with its full stop
   * @param advice what to do about it, one sentence with its full stop
   * @param detail the last lines of another program's output, when they say more
   */
  constructor(
    readonly sentence: string,
    readonly advice: string,
    readonly detail = '',
    options?: ErrorOptions,
  ) {
    super([`${sentence} ${advice}`, detail].filter(Boolean).join('\n'), options)
  }
}

const unwritable = ['EACCES', 'EPERM', 'EROFS']
/** Whether the file system refuses to be written to. */
export const isUnwritable = (error: unknown): boolean =>
  unwritable.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

const diskFullPattern = /no space left on device|ENOSPC|EDQUOT|disk quota exceeded|not enough space on the disk/i

/**
 * Explains what the file system refused in `folder`, or in another one that the error names, such as the temporary one;
 * returns an unknown error unchanged.
 */
export function folderProblem(error: unknown, folder: string): unknown {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException
  const elsewhere = path === undefined || isOnTheWay(path, folder) ? undefined : dirname(path)
  if (diskFullPattern.test(code)) return diskFull(elsewhere ?? folder, '', error)
  if (elsewhere !== undefined && isUnwritable(error))
    return new DatabaseProblem(
      `The folder ${elsewhere} cannot be written (${code}).`,
      'Give the user who runs this program the right to write it.',
      '',
      { cause: error },
    )
  if (isUnwritable(error)) {
    return new DatabaseProblem(
      `The data folder ${folder} cannot be written (${code}).`,
      'Give it to the user who runs this program, or choose another folder.',
      '',
      { cause: error },
    )
  }
  if (['ENOTDIR', 'EEXIST'].includes(code)) {
    return new DatabaseProblem(
      `The data folder ${folder} cannot be created, because a file has its name (${code}).`,
      'Move that file away, or choose another folder.',
      '',
      { cause: error },
    )
  }
  return error
}

/** Whether a path is the folder, in it or above it. */
const isOnTheWay = (path: string, folder: string): boolean =>
  `${path}${sep}`.startsWith(`${folder}${sep}`) || `${folder}${sep}`.startsWith(`${path}${sep}`)

/** Explains the output of a failed PostgreSQL program as a sentence about `folder`. */
export function outputProblem(program: string, output: string, folder: string): DatabaseProblem {
  const tail = output.trimEnd().split(/\r?\n/).slice(-12).join('\n')
  if (diskFullPattern.test(output)) return diskFull(folder, tail)
  return new DatabaseProblem(
    `${program} failed in ${folder}.`,
    'The end of its output is below.',
    tail || '(no output)',
  )
}

function diskFull(folder: string, detail: string, cause?: unknown): DatabaseProblem {
  return new DatabaseProblem(`The disk that holds ${folder} is full.`, 'Free some space and start again.', detail, {
    cause,
  })
}
