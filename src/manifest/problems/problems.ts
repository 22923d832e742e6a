// Collects problems with their locations, texts and hints.
import type { Problem } from './problem'
import { placeAtOffset, placeOf, type Document, type JsonPath, type Mark, type ParseProblem } from '../json/parse'
import type { RuleProblem } from './expressionProblem'
import { problemTable, type Arguments, type ProblemCode } from './catalog'
import { warningTable, type WarningCode } from './warningCatalog'

/** A value in a parsed file. */
export interface ValueLocation {
  readonly document: Document
  readonly path: JsonPath
}

/** Collects problems; their order does not matter. */
export class Problems {
  private readonly found = new Map<string, Problem>()

  get empty(): boolean {
    return this.found.size === 0
  }

  /** A problem of a value in a file. */
  add(
    { document, path }: ValueLocation,
    code: ProblemCode | WarningCode,
    args: Arguments = {},
    mark: Mark & { readonly hint?: string } = {},
  ): void {
    this.keep({
      code,
      ...(Object.hasOwn(warningTable, code) && { warning: true }),
      file: document.source.path,
      ...placeOf(document, path, mark),
      message: filled({ ...problemTable, ...warningTable }[code].message, args),
      ...(mark.hint !== undefined && { hint: mark.hint }),
    })
  }

  /** A problem of some characters of a file, before it is parsed. */
  addAt(document: Document, span: Pick<ParseProblem, 'offset' | 'length'>, code: ProblemCode, args: Arguments): void {
    this.keep({
      code,
      file: document.source.path,
      ...placeAtOffset(document, span.offset, span.length),
      message: filled(problemTable[code].message, args),
    })
  }

  /** A problem of a file as a whole. */
  addFile(file: string, code: ProblemCode, args: Arguments = {}, hint?: string): void {
    this.keep({
      code,
      file,
      line: 1,
      column: 1,
      message: filled(problemTable[code].message, args),
      ...(hint !== undefined && { hint }),
    })
  }

  /** A problem within the rule at a path; `shift` is the offset of the rule in that text. */
  addRule(document: Document, path: JsonPath, problem: RuleProblem, shift = 0): void {
    const span = { start: problem.start + shift, end: problem.end + shift }
    this.keep({
      code: problem.code,
      file: document.source.path,
      ...placeOf(document, path, { span }),
      message: problem.message,
      ...(problem.hint !== undefined && { hint: problem.hint }),
    })
  }

  /** All problems, by file and position. */
  sorted(): readonly Problem[] {
    return [...this.found.values()].sort((a, b) =>
      a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
    )
  }

  private keep(problem: Problem): void {
    this.found.set(`${problem.file}:${problem.line}:${problem.column}:${problem.code}:${problem.message}`, problem)
  }
}

function filled(message: string, args: Arguments): string {
  const text = message.replace(/\{(\w+)\}/g, (whole, name: string) => args[name] ?? whole)
  return /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
