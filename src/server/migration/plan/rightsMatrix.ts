// Computes which role may open, read and run what, as a table with a column for each role.
import { eachLanguage, factTable } from '../../../manifest/access/factLines'
import { heldPermissions } from '../../../manifest/access/permissions'
import type { App } from '../../../manifest/model/app'
import { nameOfRight, rightsOf, rightsOfCodes, type HeldRole, type Right } from './rightsByRole'

/** `when`: a transition that a further condition narrows, as of its permissions, `when`, `rowScopes` or `fourEyes`. */
type May = 'yes' | 'when' | 'no'

/** A right, and who has it, in the order of the roles. */
interface MatrixRow extends Right {
  readonly may: readonly May[]
}

type MatrixRole = Pick<HeldRole, 'role' | 'codes'>

/** Every right that any code gives; what only the system does is no one's. */
export function rightsMatrix(app: App, roles: readonly MatrixRole[]): MatrixRow[] {
  const everyCode = [...Object.keys(app.access.permissions), app.access.administratorPermission]
  const held = roles.map(({ codes }) => ({ codes, rights: rightsOf(app, codes) }))
  return [...rightsOf(app, everyCode).values()].map((right) => ({
    ...right,
    may: held.map(({ codes, rights }) =>
      !rights.has(right.key) ? 'no' : isConditional(app, codes, right) ? 'when' : 'yes',
    ),
  }))
}

function isConditional(app: App, codes: readonly string[], { kind, key }: Right): boolean {
  if (kind !== 'transition') return false
  const [entity = '', name = ''] = nameOfRight(key).split('.')
  const transition = app.entities[entity]?.transitions[name]
  if (transition === undefined) return false
  if (transition.when ?? transition.rowScopes ?? transition.fourEyes) return true
  const permissions = heldPermissions(app, rightsOfCodes(app, codes), transition)
  return permissions.length > 0 && permissions.every(({ when }) => when !== undefined)
}

const headings: Readonly<Record<Right['kind'], string>> = {
  screen: 'opens screens',
  records: 'reads records of',
  field: 'reads protected fields',
  unmasked: 'sees masked fields whole',
  transition: 'runs transitions',
  part: 'sees restricted parts',
  call: 'calls',
}
const marks: Readonly<Record<May, string>> = { yes: 'x', when: '?', no: '.' }
/** More columns than this have no blanks between them. */
const maxSpacedRoles = 20

/** The matrix as lines for a terminal. */
export function matrixLines(rows: readonly MatrixRow[], roles: readonly MatrixRole[]): string[] {
  const gap = roles.length > maxSpacedRoles ? '' : ' '
  return [
    'x may (run transitions: in their states), . may not; the columns are these roles',
    '? only while a rule about the record, who acts or the row scope holds, which npm run explain names',
    ...roles.map(({ role }, index) => `  ${String(index + 1).padStart(2)}  ${role}`),
    ...Object.entries(headings).flatMap(([kind, heading]) =>
      factTable(
        heading,
        rows
          .filter((row) => row.kind === kind)
          .map(({ key, may, title }) => [
            nameOfRight(key),
            may.map((one) => marks[one]).join(gap),
            eachLanguage(title),
          ]),
      ),
    ),
  ]
}
