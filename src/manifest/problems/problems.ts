// Collects problems with their locations, texts and hints.
import type { Problem } from './problem'
import {
  placeAtOffset,
  placeOf,
  type Document,
  type JsonPath,
  type Mark,
  type ParseProblem,
  spanWrittenAt,
  writtenAt,
} from '../json/parse'
import type { RuleProblem } from './expressionProblem'
import { rootsOf, type RecordedProblem } from './roots'
import { problemTable, type Arguments, type ProblemCode } from './catalog'
import { warningTable, type WarningCode } from './warningCatalog'

/** A value in a parsed file. */
export interface ValueLocation {
  readonly document: Document
  readonly path: JsonPath
}

/** The subject of a location, from which problems of later phases may follow. */
export interface Dealing {
  readonly entities: readonly string[]
  /** The text at the location. */
  readonly text: string
}

const messageTable = { ...problemTable, ...warningTable }

/** Collects problems; within a phase of the compiler their order does not matter. */
export class Problems {
  private readonly found = new Map<string, RecordedProblem>()
  private phase = 0

  /** Starts the next phase, whose problems may follow from earlier ones. */
  nextPhase(): void {
    this.phase += 1
  }

  get empty(): boolean {
    return this.found.size === 0
  }

  /** A problem of a value in a file. */
  add(
    location: ValueLocation,
    code: ProblemCode | WarningCode,
    args: Arguments = {},
    mark: Mark & { readonly hint?: string; readonly dealing?: Dealing } = {},
  ): void {
    const { document, path } = writtenAt(location)
    const { entities = [], text = '' } = mark.dealing ?? {}
    const missing = code.startsWith('unknown-') && args.name !== undefined ? gapOf(code, args) : undefined
    const problem: Problem = {
      code,
      ...(Object.hasOwn(warningTable, code) && { warning: true }),
      file: document.source.path,
      ...placeOf(document, path, mark),
      message: filled(messageTable[code].message, args),
      ...(mark.hint !== undefined && { hint: mark.hint }),
    }
    this.addOnce(problem, { path, entities, missing, words: wordsIn(`${Object.values(args).join(' ')} ${text}`) })
  }

  /** A problem of some characters of a file, before it is parsed. */
  addAt(document: Document, span: Pick<ParseProblem, 'offset' | 'length'>, code: ProblemCode, args: Arguments): void {
    this.addOnce({
      code,
      file: document.source.path,
      ...placeAtOffset(document, span.offset, span.length),
      message: filled(problemTable[code].message, args),
    })
  }

  /** A problem of a file as a whole. */
  addFile(file: string, code: ProblemCode, args: Arguments = {}, hint?: string): void {
    this.addOnce({
      code,
      file,
      line: 1,
      column: 1,
      message: filled(problemTable[code].message, args),
      ...(hint !== undefined && { hint }),
    })
  }

  /** A problem within the rule at a path; `shift` is the offset of the rule in that text. */
  addRule(location: ValueLocation, problem: RuleProblem, { entities, text }: Dealing, shift = 0): void {
    const written = { start: problem.start + shift, end: problem.end + shift }
    const { document, path, span } = spanWrittenAt(location, written)
    const { code, message, hint, missing } = problem
    const position = { file: document.source.path, ...placeOf(document, path, { span }) }
    this.addOnce(
      { code, ...position, message, ...(hint !== undefined && { hint }) },
      { path, entities, words: wordsIn(text), ...(missing !== undefined && { missing: `unknown-field ${missing}` }) },
    )
  }

  /** The roots: those with followers first, else by file and position. */
  sorted(): readonly Problem[] {
    return rootsOf([...this.found.values()])
  }

  private addOnce(problem: Problem, about: Partial<Omit<RecordedProblem, 'problem' | 'phase'>> = {}): void {
    const key = `${problem.file}:${problem.line}:${problem.column}:${problem.code}:${problem.message}`
    const { path = [], entities = [], words = new Set<string>(), missing } = about
    if (!this.found.has(key)) this.found.set(key, { problem, phase: this.phase, path, entities, words, missing })
  }
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/\w+/g))

/** The unknown name, with its kind. */
const gapOf = (code: string, { entity, of, what, name }: Arguments): string =>
  `${code} ${entity ?? of ?? what ?? ''}.${name}`

function filled(message: string, args: Arguments): string {
  const text = message.replace(/\{(\w+)\}/g, (placeholder, name: string) => args[name] ?? placeholder)
  return /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
