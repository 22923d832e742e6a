// Separates roots from what follows from them.
// What depends on an erroneous declaration is not judged, only counted.
import type { JsonPath } from '../json/parse'
import type { Problem } from './problem'

/** A problem with what is needed to see what it depends on. */
export interface RecordedProblem {
  readonly problem: Problem
  /** The phase of the compiler: a declaration spoils only what later phases find. */
  readonly phase: number
  readonly path: JsonPath
  /** Entities with which the place deals. */
  readonly entities: readonly string[]
  /** The words of the place: its rule, or its value and the arguments of the message. */
  readonly words: ReadonlySet<string>
  /** The name that stands for nothing, with its kind; undefined for problems of other kinds. */
  readonly missing?: string | undefined
}

interface Root {
  readonly entry: RecordedProblem
  readonly followers: Problem[]
  readonly rank: number
}

/** The roots, those with followers first, else by file and position. */
export function rootsOf(recorded: readonly RecordedProblem[]): readonly Problem[] {
  const roots: Root[] = []
  // The same name is missing in several places: it was renamed, moved or never written.
  const rootOfGap = new Map<string, Root>()
  // Thousands of problems may share a phase, in which none spoils another.
  let ofEarlierPhases: readonly Root[] = []
  let phase = -1
  for (const entry of [...recorded].sort((a, b) => a.phase - b.phase || byPlace(a.problem, b.problem))) {
    if (entry.phase !== phase) ofEarlierPhases = [...roots]
    phase = entry.phase
    const sameGap = entry.missing === undefined ? undefined : rootOfGap.get(entry.missing)
    const spoiler = ofEarlierPhases.find((root) => spoils(root.entry, entry))
    const cause = sameGap && spoiler ? (sameGap.rank < spoiler.rank ? sameGap : spoiler) : (sameGap ?? spoiler)
    if (cause !== undefined) cause.followers.push(entry.problem)
    else {
      const root = { entry, followers: [], rank: roots.length }
      roots.push(root)
      if (entry.missing !== undefined) rootOfGap.set(entry.missing, root)
    }
  }
  return roots
    .map(({ entry: { problem }, followers }) => (followers.length === 0 ? problem : { ...problem, followers }))
    .sort((a, b) => Number(b.followers !== undefined) - Number(a.followers !== undefined) || byPlace(a, b))
}

function byPlace(a: Problem, b: Problem): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column
}

/** Whether a problem follows from an earlier one, which left nothing sound to judge by. */
function spoils(root: RecordedProblem, later: RecordedProblem): boolean {
  const { code, file, hint = '' } = root.problem
  if (file === later.problem.file && isOfUnknownKind(root, later)) return true
  // The dictionary that is meant is used by a misspelt name only.
  if (code === 'unknown-dictionary' && later.problem.code === 'unused-dictionary')
    return hint.includes(JSON.stringify(dictionaryOf(later.problem.file)))
  if (file === later.problem.file && INCOMPLETE.has(later.problem.code) && hides(root, later)) return true
  const declared = /(\w+)\.entity\.json$/.exec(file)?.[1] ?? dictionaryOf(file)
  const isNear = later.entities.includes(declared) || later.words.has(declared)
  // What a set declares is missing wherever the entity names it.
  if (root.path.at(-2) === 'fieldSets') return isNear && later.missing?.startsWith('unknown-field ') === true
  if (code === 'duplicate-route') return later.problem.code === 'unknown-screen'
  if (code === 'duplicate-name') return isNear
  const [section, name, , inner] = root.path
  // Where a step leads from or to is unknown, so is what comes behind it.
  if (code === 'unknown-state' && section === 'transitions')
    return later.problem.code === 'never-runs' && file === later.problem.file
  // Without its prefix an entity has no numbers.
  if (section === 'numberPrefix') return isNear && (later.words.has('no') || later.problem.code === 'no-label')
  // A key without effect leaves the declaration sound.
  if (root.phase > 1 || name === undefined || code === 'ineffective-key') return false
  return (section === 'settings' || (section === 'fields' && isNear)) && later.words.has(String(inner ?? name))
}

const dictionaryOf = (file: string): string => /(\w+)\.dictionary\.json$/.exec(file)?.[1] ?? ''

/** What a transition reads and needs depends on whether it creates; the keys of a thing depend on its kind. */
function isOfUnknownKind({ problem: { code }, path }: RecordedProblem, later: RecordedProblem): boolean {
  const isWithin = (around: JsonPath): boolean => around.every((step, index) => later.path[index] === step)
  if (code === 'undeclared-creation') return isWithin(path)
  return (
    code === 'not-one-of' &&
    path.at(-1) === 'kind' &&
    ['missing-part', 'ineffective-key', 'conflicting-keys'].includes(later.problem.code) &&
    isWithin(path.slice(0, -1))
  )
}

/** Codes of things that lack a part; the part may be there in another spelling or shape. */
const INCOMPLETE = new Set(['missing-key', 'missing-part', 'conflicting-keys'])

/** A part that was misspelt, or whose value has a wrong shape, is lost to later phases. */
function hides(root: RecordedProblem, later: RecordedProblem): boolean {
  const isAround = (path: JsonPath): boolean =>
    path.length < root.path.length && path.every((step, index) => root.path[index] === step)
  if (root.problem.code !== 'unknown-key') return isAround(later.path)
  const misspelt = /["`](\w+)["`]/.exec(root.problem.hint ?? '')?.[1]
  const isNear = isAround(later.path) || (later.path.length === root.path.length && isAround(later.path.slice(0, -1)))
  return isNear && misspelt !== undefined && later.words.has(misspelt)
}
