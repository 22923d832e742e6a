// Prints the problems of a folder with paths that a terminal of this process can open.
import { relative } from 'node:path'
import { printedProblem, type PrintedProblem } from '../../manifest/problems/print'
import type { Problem } from '../../manifest/problems/problem'

/** Both languages of each problem; takes milliseconds for a hundred, so a server prints in a thread. */
export const printedProblems = (problems: readonly Problem[], folder: string): readonly PrintedProblem[] =>
  problems.map((problem) => printedProblem(problem, relative(process.cwd(), folder)))
