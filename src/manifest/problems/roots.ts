// Separates root problems from those that follow from them.
// Problems that depend on an erroneous declaration are only counted.
import type { JsonPath } from '../json/parse'
import type { Problem } from './problem'

/** A problem with the facts that decide what it depends on. */
export interface RecordedProblem {
  readonly problem: Problem
  /** The phase of the compiler: an erroneous declaration affects only later phases. */
  readonly phase: number
  readonly path: JsonPath
  /** Entities relevant at the location. */
  readonly entities: readonly string[]
  /** The words at the location: its rule, or its value and the message's arguments. */
  readonly words: ReadonlySet<string>
  /** The unknown name with its kind; undefined for other problems. */
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
  // The same name is unknown in several places: it was renamed, moved or never declared.
  const rootOfGap = new Map<string, Root>()
  // Thousands of problems may share a phase, in which none follows from another.
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

/** Whether a problem follows from an earlier one. */
function spoils(root: RecordedProblem, later: RecordedProblem): boolean {
  const { code, file, hint = '' } = root.problem
  const isOfSameFile = file === later.problem.file
  if (code === 'unknown-key' && root.path.length === 1 && followsFromMissing(root, later)) return true
  if (isOfSameFile && isOfUnknownKind(root, later)) return true
  // The intended dictionary is used only under a misspelled name.
  if (code === 'unknown-dictionary' && later.problem.code === 'unused-dictionary')
    return hint.includes(JSON.stringify(dictionaryOf(later.problem.file)))
  if (isOfSameFile && incompleteCodes.has(later.problem.code) && hides(root, later)) return true
  // If a transition's states are unknown, so is what they lead to.
  if (code === 'unknown-state' && root.path[0] === 'transitions')
    return later.problem.code === 'never-runs' && isOfSameFile
  return code === 'duplicate-route' ? later.problem.code === 'unknown-screen' : undeclares(root, later)
}

/** Whether the later problem names what the erroneous declaration of the root would have declared. */
function undeclares({ problem: { code, file }, path, phase }: RecordedProblem, later: RecordedProblem): boolean {
  const [section, name, , inner] = path
  const declared = /(\w+)\.entity\.json$/.exec(file)?.[1] ?? dictionaryOf(file)
  const isNear = later.entities.includes(declared) || later.words.has(declared)
  // The fields of an unreadable set are unknown wherever the entity names them.
  if (path.at(-2) === 'fieldSets') return isNear && later.missing?.startsWith('unknown-field ') === true
  if (code === 'duplicate-name') return isNear
  // Without a valid prefix an entity has no numbers.
  if (section === 'numberPrefix') return isNear && (later.words.has('no') || later.problem.code === 'no-label')
  // A key without effect leaves the declaration valid.
  if (phase > 1 || name === undefined || code === 'ineffective-key') return false
  return (section === 'settings' || (section === 'fields' && isNear)) && later.words.has(String(inner ?? name))
}

/** What an entity declares below these keys is unknown everywhere while the key is misspelled. */
const declaringKeys = new Set(['fields', 'fieldSets', 'states', 'transitions', 'numberPrefix', 'rules', 'documents'])

/** What makes a screen what others refer to, and its own parts refer to. */
const shapingKeys = new Set(['kind', 'entity', 'columns', 'actions'])

/** By the kind of a manifest: whether a problem is about what an intended key of it would have declared. */
const followsFromKey: Readonly<Record<string, (intended: string, code: string, isNear: boolean) => boolean>> = {
  settings: (_intended, code) => code === 'rule-name' || code === 'unknown-setting',
  dictionary: (_intended, code, isNear) => isNear && code === 'unknown-code',
  screen: (intended, _code, isNear) => isNear && shapingKeys.has(intended),
  access: (intended, code) => intended === 'permissions' && (code === 'unknown-permission' || code === 'unknown-code'),
  entity: (intended, code, isNear) => declaringKeys.has(intended) && (isNear || code.startsWith('unused-')),
}

/** Whether the later problem is about what the intended key of a manifest would have declared. */
function followsFromMissing({ problem: { file, hint } }: RecordedProblem, later: RecordedProblem): boolean {
  const intended = intendedKey(hint)
  if (intended === undefined) return false
  const { code, file: laterFile, message } = later.problem
  const [, named = '', kind = ''] = /(?:(\w+)\.)?(\w+)\.json$/.exec(file) ?? []
  const isNamed = later.entities.includes(named) || later.words.has(named) || message.includes(named)
  const isOfAccess = kind === 'access'
  const isNear = file === laterFile || isOfAccess || (named !== '' && isNamed)
  const isMentioned = later.words.has(intended) || message.includes(`\`${intended}\``)
  return (isNear && isMentioned) || followsFromKey[kind]?.(intended, code, isNear) === true
}

const dictionaryOf = (file: string): string => /(\w+)\.dictionary\.json$/.exec(file)?.[1] ?? ''

/** Requirements of a transition depend on whether it creates; the keys of a part depend on its kind. */
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

/** Codes for a missing part, which may exist in another spelling or shape. */
const incompleteCodes = new Set(['missing-key', 'missing-part', 'conflicting-keys'])

/** A misspelled or wrongly shaped part is missing in later phases. */
function hides(root: RecordedProblem, later: RecordedProblem): boolean {
  const isAround = (path: JsonPath): boolean =>
    path.length < root.path.length && path.every((step, index) => root.path[index] === step)
  if (root.problem.code !== 'unknown-key') return isAround(later.path)
  const misspelled = intendedKey(root.problem.hint)
  const isNear = isAround(later.path) || (later.path.length === root.path.length && isAround(later.path.slice(0, -1)))
  return isNear && misspelled !== undefined && later.words.has(misspelled)
}

/** The key that the hint of an unknown one suggests. */
const intendedKey = (hint = ''): string | undefined => /["`](\w+)["`]/.exec(hint)?.[1]
