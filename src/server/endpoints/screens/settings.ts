// Responds with settings that a client may know: those of the options, or all.
// Rules read settings on the server, whatever a client sends.
import { declared } from '../../../manifest/expression/values/present'
import type { Operation } from '../contract/operation'

const namesOf = (options: Readonly<Record<string, unknown>>) => options.names as readonly string[] | undefined

export const settingsOperation: Operation = {
  check({ options }, app) {
    if (options.names === undefined) return []
    if (!Array.isArray(options.names)) return ['options.names must be a list of settings.']
    return options.names
      .filter((name) => !Object.hasOwn(app.settings, String(name)))
      .map((name) => `options.names: there is no setting "${String(name)}".`)
  },
  async run({ app }, _input, { options }) {
    const names = namesOf(options) ?? Object.keys(app.settings)
    return Object.fromEntries(names.map((name) => [name, declared(app.settings, name).value]))
  },
}
