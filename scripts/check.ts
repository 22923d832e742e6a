// Are the manifests sound? `npm run check [-- folder]` prints every problem and ends with code 1, or says in one line what was found.
import { operations } from '../src/server/operations'
import { compileFolder, printProblems, schemasFolder } from './compiled'

const [folder = schemasFolder] = process.argv.slice(2)
const { compiled, sources, milliseconds } = compileFolder(folder, { operations: Object.keys(operations) })
if (compiled.ok) {
  const { modules, entities, screens, dictionaries, endpoints, settings } = compiled.app
  const transitions = Object.values(entities).reduce((sum, entity) => sum + Object.keys(entity.transitions).length, 0)
  const counts: readonly (readonly [number, string, string])[] = [
    [Object.keys(modules).length, 'module', 'modules'],
    [Object.keys(entities).length, 'entity', 'entities'],
    [transitions, 'transition', 'transitions'],
    [Object.keys(screens).length, 'screen', 'screens'],
    [Object.keys(dictionaries).length, 'dictionary', 'dictionaries'],
    [Object.keys(endpoints).length, 'endpoint', 'endpoints'],
    [Object.keys(settings).length, 'setting', 'settings'],
  ]
  console.log(
    `Sound: ${sources.length} files, ${counts.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(', ')}, ${milliseconds.toFixed(0)} ms.`,
  )
} else {
  printProblems(compiled.problems)
  process.exitCode = 1
}
