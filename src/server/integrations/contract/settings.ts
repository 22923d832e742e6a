// Reads settings of integrations from the environment, by variables made of the integration's name.
// `appId` of `someService` is SOME_SERVICE_APP_ID, its address SOME_SERVICE_URL.
import { declared } from '../../../manifest/expression/values/present'
import type { App, Integration } from '../../../manifest/model/app'
import type { Configuration, RenamedVariable } from '../../context/configuration'
import { httpAddress, setups } from '../../context/variables'

/** A configured integration: its address and the values of its variables. */
export interface IntegrationSettings {
  readonly address: string
  readonly values: Readonly<Record<string, string>>
}

type Environment = Pick<Configuration, 'integrations' | 'otherVariables'>

const address = 'url'
const mailAddress = /^smtps?:\/\/(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(:\d{1,5})?\/?$/

/** `someService`, `appId` -> SOME_SERVICE_APP_ID */
export function variableName(integration: string, variable: string): string {
  return `${constantCase(integration)}_${constantCase(variable)}`
}

const constantCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()

interface Reading {
  readonly settings?: IntegrationSettings
  readonly problems: readonly string[]
  readonly renamed: readonly RenamedVariable[]
}

/** The settings of an integration; undefined when its stand-in answers. */
export const settingsOf = (integration: Integration, environment: Environment): IntegrationSettings | undefined =>
  read(integration, environment).settings

/** Problems with the variables of all integrations, and those set by a former name. */
export function checkSettings(app: App, environment: Environment): Omit<Reading, 'settings'> {
  const owners = new Map<string, string>(Object.keys(setups).map((name) => [name, 'the server itself']))
  const readings = Object.values(app.integrations).map((integration) => read(integration, environment))
  const clashes = Object.values(app.integrations).flatMap((integration) =>
    [address, ...Object.keys(integration.variables)].flatMap((variable) => {
      const name = variableName(integration.name, variable)
      const owner = owners.get(name)
      owners.set(name, owner ?? integration.name)
      return owner === undefined ? [] : [`The variable ${name} of ${integration.name} belongs to ${owner} already.`]
    }),
  )
  return {
    problems: [...clashes, ...readings.flatMap(({ problems }) => problems)],
    renamed: readings.flatMap(({ renamed }) => renamed),
  }
}

function read({ name, formerName, variables, ...integration }: Integration, environment: Environment): Reading {
  const renamed: RenamedVariable[] = []
  const problems: string[] = []
  const textOf = (variable: string): string | undefined => {
    const present = variableName(name, variable)
    const former = formerName === undefined ? undefined : variableName(formerName, variable)
    const { [present]: text, [former ?? present]: old } = environment.otherVariables
    if (text === undefined && old !== undefined) renamed.push({ formerName: former!, name: present })
    return text ?? old
  }
  // No sentence repeats a value: an address may carry a key as well.
  const checked = (variable: string, pattern: RegExp, allowed: string): string | undefined => {
    const text = textOf(variable)
    if (text === undefined || pattern.test(text)) return text
    problems.push(`The environment variable ${variableName(name, variable)} is not ${allowed}.`)
    return undefined
  }
  const listed = [name, formerName ?? name].find((item) => Object.hasOwn(environment.integrations, item))
  const given =
    (integration.mail
      ? checked(address, mailAddress, 'the address of an SMTP server, smtps://host or smtp://host:port')
      : httpAddress(checked(address, /^https?:\/\/[^\s@]+$/, 'an http or https address') ?? '')) ??
    (listed === undefined ? undefined : environment.integrations[listed])
  const values: Record<string, string> = {}
  for (const variable of Object.keys(variables)) {
    const value = checked(variable, /^[\x21-\x7e]+$/, 'a text without blanks')
    if (value !== undefined) values[variable] = value
  }
  const required = Object.keys(variables).filter((variable) => declared(variables, variable).required)
  const where = given ?? integration.address
  const present = [...(given === undefined ? [] : [address]), ...required.filter((variable) => variable in values)]
  const missing = [
    ...(where === undefined ? [address] : []),
    ...required.filter((variable) => !(variable in values)),
  ].map((variable) => variableName(name, variable))
  if (missing.length > 0 && present.length > 0 && problems.length === 0)
    problems.push(`The environment variable ${variableName(name, present[0]!)} needs ${missing.join(' and ')}.`)
  return {
    problems,
    renamed,
    ...(missing.length === 0 && {
      settings: { address: where!.replace(/\/+$/, ''), values: { ...defaultsOf(variables), ...values } },
    }),
  }
}

const defaultsOf = (variables: Integration['variables']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  )

/** The values that an integration uses with its stand-in. */
export const standInValues = ({ variables }: Integration): Record<string, string> => ({
  ...Object.fromEntries(Object.keys(variables).map((name) => [name, 'stand-in'])),
  ...defaultsOf(variables),
})
