// Explains what a permission code opens, who holds and receives it, and what uses a dictionary.
import { declared } from '../expression/values/present'
import type { App, Dictionary } from '../model/app'
import type { Entity } from '../model/entity'
import type { Text } from '../model/text'
import { audienceParts } from './audienceParts'
import { canOpen, canRead, canRun, type CallerRights } from './permissions'
import { factLine, factTable, eachLanguage } from './factLines'

/** A role of the demo data, for naming holders. */
export interface DemoRole {
  readonly name: string
  readonly codes: readonly string[]
}

/** What a permission code opens; `roles`: the possible holders. */
export function explainCode(app: App, code: string, roles: readonly DemoRole[]): string[] {
  const opens = (codes: readonly string[] | undefined) => codes?.includes(code) ?? false
  const holders = roles.filter(({ codes }) => codes.includes(code))
  const granted = app.access.grants.filter((grant) => grant.code === code).flatMap((grant) => grant.holders)
  const administrators = roles.filter(({ codes }) => codes.includes(app.access.administratorPermission))
  const every = administrators.length > 0 ? `, and every administrator (${namesOf(administrators)})` : ''
  const entities = Object.values(app.entities)
  return [
    `${code}  ${eachLanguage(declared(app.access.permissions, code))}\n`,
    factLine(
      'roles of the demo',
      `${namesOf(holders) || 'none'}${code === app.access.administratorPermission ? '' : every}`,
    ),
    factLine('given at first', granted.length > 0 ? `to roles that hold ${granted.join(' or ')}` : 'by no grant'),
    ...titled('opens modules', Object.values(app.modules), ({ permissions }) => opens(permissions)),
    ...titled('opens screens', Object.values(app.screens), ({ permissions }) => opens(permissions)),
    ...titled('reads records of', entities, ({ readPermissions }) => opens(readPermissions)),
    ...partsOf('runs transitions', entities, ({ transitions }) =>
      Object.values(transitions).filter(({ permissions }) => permissions.some(({ permission }) => permission === code)),
    ),
    ...partsOf('reads fields', entities, ({ fields }) =>
      Object.values(fields).filter(({ readPermissions }) => opens(readPermissions)),
    ),
    ...partsOf('sees unmasked', entities, ({ fields }) =>
      Object.values(fields).filter(({ mask }) => opens(mask?.unmaskPermissions ?? [])),
    ),
    ...titled('calls', Object.values(app.endpoints), ({ permissions }) => opens(permissions)),
    ...factTable(
      'shows parts',
      audienceParts(app).flatMap(({ shownOn, part, title, permissions }) =>
        opens(permissions) ? [[shownOn, part, title === undefined ? '' : eachLanguage(title)]] : [],
      ),
    ),
    ...factTable(
      'changed for accounts',
      app.access.permissionChanges.flatMap(({ add, remove, when }) =>
        [add, remove].flatMap((codes, index) =>
          codes.includes(code)
            ? [[index === 0 ? 'added' : 'removed', when === undefined ? 'always' : `when ${when.source}`]]
            : [],
        ),
      ),
    ),
  ]
}

const namesOf = (roles: readonly DemoRole[]) => roles.map(({ name }) => name).join(', ')

/** Every code with the demo roles that hold it, as candidates for granting a new one. */
export function explainCodes(app: App, roles: readonly DemoRole[]): string[] {
  return factTable(
    'codes, and the roles of the demo data that hold them',
    Object.entries(app.access.permissions).map(([code, title]) => {
      const holders = roles.filter(({ codes }) => codes.includes(code)).map(({ name }) => name)
      return [code, eachLanguage(title), holders.join(', ') || '(none)']
    }),
  )
}

/** The codes of a role, and the screens, records and transitions that they open. */
export function explainRole(app: App, { name, codes }: DemoRole): string[] {
  const rights: CallerRights = {
    codes: new Set(codes),
    administrator: codes.includes(app.access.administratorPermission),
    disabled: new Set(),
  }
  const entities = Object.values(app.entities)
  return [
    `${name}  a role of the demo data, with the first grants of modules`,
    ...factTable(
      'codes',
      codes.map((code) => {
        const title = app.access.permissions[code]
        return [code, title === undefined ? '' : eachLanguage(title)]
      }),
    ),
    ...titled('opens screens', Object.values(app.screens), (screen) => canOpen(app, rights, screen)),
    ...titled('reads records of', entities, (entity) => canRead(app, rights, entity)),
    ...partsOf('runs transitions', entities, ({ transitions }) =>
      Object.values(transitions).filter((transition) => canRun(app, rights, transition)),
    ),
  ]
}

/** The items of a dictionary, and the fields that use it. */
export function explainDictionary(app: App, { name, title, items }: Dictionary): string[] {
  return [
    `${name}  ${eachLanguage(title)}`,
    ...factTable(
      'items',
      items.map((item) => [item.code, eachLanguage(item.title), ...(item.retired ? ['retired'] : [])]),
    ),
    ...factTable(
      'used by',
      Object.values(app.entities).flatMap((entity) =>
        Object.values(entity.fields)
          .flatMap((field) => [
            { path: `${entity.name}.${field.name}`, field },
            ...Object.values(field.fields ?? {}).map((line) => ({
              path: `${entity.name}.${field.name}.${line.name}`,
              field: line,
            })),
          ])
          .filter(({ field }) => field.dictionary === name)
          .map(({ path, field }) => [path, eachLanguage(field.title)]),
      ),
    ),
  ]
}

interface Titled {
  readonly title: Text
  readonly path?: string
  readonly name?: string
}

function titled<T extends Titled>(heading: string, all: readonly T[], isWanted: (one: T) => boolean): string[] {
  return factTable(
    heading,
    all.filter(isWanted).map(({ path, name, title }) => [path ?? name ?? '', eachLanguage(title)]),
  )
}

/** A table of transitions or fields, by the names of their entities. */
function partsOf(
  heading: string,
  entities: readonly Entity[],
  wanted: (entity: Entity) => readonly { readonly name: string; readonly title: Text }[],
): string[] {
  return factTable(
    heading,
    entities.flatMap((entity) =>
      wanted(entity).map(({ name, title }) => [`${entity.name}.${name}`, eachLanguage(title)]),
    ),
  )
}
