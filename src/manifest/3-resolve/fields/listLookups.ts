// Looks up the screens and further lists that declared addresses name.
import { reportWrongField } from '../../context/fittingFields'
import { listName, pathOf } from '../../access/screenByPath'
import type * as language from '../../language/generated'
import { indexed, reportProblem, type ManifestLocation, reportUnknownName } from '../../context/compileContext'
import { routeAt } from '../../context/lookup'

type WrittenList = Pick<language.ScreenManifest, 'exchange' | 'entity'> & {
  /** Absent: a further list. */
  readonly kind?: language.ScreenManifest['kind']
}

/** The screen or further list that an address names. */
export function listAt(location: ManifestLocation, address: string): WrittenList | undefined {
  const { context } = location
  routeAt(location, address)
  const name = listName(address)
  const screen = context.manifests.screens.find((file) => file.manifest.path === pathOf(address))?.manifest
  if (screen === undefined || name === undefined) return screen
  const lists = indexed(screen.moreLists).map(([, list]) => list)
  const list = lists.find((item) => item.name === name)
  if (list === undefined)
    reportUnknownName(location, name, { what: 'further list', among: lists.map((item) => item.name) })
  return list
}

const isListOf = ({ kind = 'list', entity }: WrittenList, counted: string): boolean =>
  kind === 'list' && entity === counted

/** The list behind a number must show records of the counted entity. */
export function recordsAt(location: ManifestLocation, address: string, counted: string | undefined): void {
  const list = listAt(location, address)
  if (counted === undefined)
    reportProblem(
      location,
      'ineffective-key',
      { key: 'drillDown', where: 'on a number that counts nothing itself' },
      { key: true },
    )
  else if (list !== undefined && !isListOf(list, counted))
    reportWrongField(location, {
      name: address,
      expected: `a list of ${counted}`,
      fits: location.context.manifests.screens.flatMap(({ manifest }) =>
        isListOf(manifest, counted) ? [manifest.path] : [],
      ),
    })
}
