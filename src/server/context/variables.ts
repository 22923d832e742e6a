// Lists every environment variable with its parser, default and meaning.
import { resolve } from 'node:path'

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof logLevels)[number]

const logFormats = ['people', 'json'] as const

export type LogFormat = (typeof logFormats)[number]

/** How manifests that change while the server runs are handled. */
const watchModes = ['on', 'ask', 'off'] as const

export type WatchMode = (typeof watchModes)[number]

/** A variable of the environment, as .github/OPERATION.md lists it. */
interface Variable {
  readonly name: string
  readonly default: string
  readonly meaning: string
}

interface Setup<T> extends Omit<Variable, 'name'> {
  readonly read: (text: string) => T | undefined
  readonly allowed: string
  /** The name of an earlier version, which still works. */
  readonly formerName?: string
}

const integerWithin = (least: number, limit: number) => (text: string) => {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= least && value <= limit ? value : undefined
}

const onOff = (text: string) => new Map(Object.entries({ on: true, off: false })).get(text.toLowerCase())

/** name=https://host[/path], separated by commas. */
const addresses = (text: string) => {
  const addressOf = Object.create(null) as Record<string, string>
  for (const part of text.split(',')) {
    const [, name, address] = /^\s*([A-Za-z][A-Za-z0-9]*)\s*=\s*(\S+)\s*$/.exec(part) ?? []
    if (!name || !address || !URL.canParse(address)) return undefined
    const { protocol, username, password, search, hash } = new URL(address)
    if (!/^https?:$/.test(protocol) || username || password || search || hash) return undefined
    addressOf[name] = address.replace(/\/+$/, '')
  }
  return addressOf
}

/** host:port, an IPv6 address in brackets. */
const hostAndPort = (text: string) => {
  const [, bracketed, plain, port] = /^(?:\[([0-9A-Fa-f:.%]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  return host !== undefined && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined
}

/** An http or https address without the slash at its end. */
export const httpAddress = (text: string): string | undefined =>
  /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '') ? text.replace(/\/+$/, '') : undefined

const keyBytes = (text: string) => (/^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined)

/** Sentences never repeat the values of these secret variables. */
export const secret = new Set<string>(['DATABASE_URL', 'SECRET_KEY', 'S3_SECRET'])

export const setups = {
  PORT: {
    default: '3000',
    meaning: 'Port of the API and the web page; 0 takes a free one.',
    allowed: 'a number from 0 to 65535',
    read: integerWithin(0, 65_535),
  },
  HOST: {
    default: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 opens it to the network.',
    allowed: 'a host name or an address',
    read: (text: string) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
  },
  PUBLIC_ADDRESS: {
    default: '',
    meaning: [
      'Address under which people open the product, as https://office.example.com: passkeys and sign-in by other',
      'systems are for it. Without it the address that the browser sends.',
    ].join(' '),
    allowed: 'an http or https address',
    read: httpAddress,
  },
  DATA_DIR: {
    default: './data',
    meaning: 'Folder of the embedded database, uploaded files, secret key and what stand-ins received.',
    allowed: 'a folder',
    read: resolve,
  },
  DATABASE_URL: {
    default: '',
    meaning: 'A PostgreSQL database to use instead of the embedded one: postgres://user:password@host:port/database.',
    allowed: 'a URL that begins with postgres://',
    read: (text: string) => (/^postgres(ql)?:\/\//.test(text) ? text : undefined),
  },
  DATABASE_BUFFERS_MB: {
    default: '',
    meaning: 'Buffers of the embedded database in megabytes; without it an eighth of the memory, 128 to 1024.',
    allowed: 'a number from 16 to 1048576',
    read: integerWithin(16, 1_048_576),
  },
  SCHEMAS_DIR: { default: './schemas', meaning: 'Folder of the manifests.', allowed: 'a folder', read: resolve },
  LOG_LEVEL: {
    default: 'warn',
    meaning: `How much is logged to the terminal: ${logLevels.join(', ')}.`,
    allowed: `one of ${logLevels.join(', ')}`,
    read: (text: string) => logLevels.find((level) => level === text),
  },
  LOG_FORMAT: {
    default: 'people',
    meaning: 'How a line of the log is written: people or json.',
    allowed: `one of ${logFormats.join(', ')}`,
    read: (text: string) => logFormats.find((format) => format === text),
  },
  OPERATIONS_ADDRESS: {
    default: '',
    meaning: [
      'Address of its own for /healthz, /readyz and /metrics: host:port.',
      'Without it they are on PORT, /metrics for this machine only.',
    ].join(' '),
    allowed: 'an address such as 127.0.0.1:9100',
    read: hostAndPort,
  },
  DRAIN_SECONDS: {
    default: '0',
    meaning: 'Seconds for which the server goes on serving after it was asked to end and /readyz says so.',
    allowed: 'a number from 0 to 300',
    read: integerWithin(0, 300),
  },
  AUDIT_DAYS: {
    default: '400',
    meaning: 'Days for which the audit of sign-ins, exports, downloads and opened records is kept.',
    allowed: 'a number from 1 to 36500',
    read: integerWithin(1, 36_500),
  },
  PROGRAM_CALL_DAYS: {
    default: '30',
    meaning: "Days for which the audit of programs' calls is kept, at most AUDIT_DAYS.",
    allowed: 'a number from 1 to 36500',
    read: integerWithin(1, 36_500),
  },
  WEBHOOK_DAYS: {
    default: '90',
    meaning: 'Days for which delivered events of webhooks are kept.',
    allowed: 'a number from 1 to 36500',
    read: integerWithin(1, 36_500),
  },
  SESSION_HOURS: {
    default: '12',
    meaning: 'Hours after which an unused session ends.',
    allowed: 'a number from 1 to 720',
    read: integerWithin(1, 720),
  },
  READ_SECONDS: {
    default: '10',
    meaning: 'Most seconds that the database may work on one read of a caller.',
    allowed: 'a number from 1 to 3600',
    read: integerWithin(1, 3_600),
  },
  RLS: {
    default: 'off',
    meaning: [
      "PostgreSQL's row security keeps tenants apart as a second wall behind the row scope: on or off.",
      'Not on a cluster, not below PostgreSQL 15, not behind a pooler of transactions.',
    ].join(' '),
    allowed: 'on or off',
    read: onOff,
  },
  UPLOAD_MB: {
    default: '50',
    meaning: 'Largest uploaded file in megabytes.',
    allowed: 'a number from 1 to 2048',
    read: integerWithin(1, 2_048),
  },
  UPLOAD_QUOTA_MB: {
    default: '1024',
    meaning: 'Most megabytes that the uploads of one account may hold which no record uses.',
    allowed: 'a number from 1 to 1048576',
    read: integerWithin(1, 1_048_576),
  },
  DEMO: {
    default: 'on, with DATABASE_URL off',
    meaning: 'Load the demo data and accounts into an empty database: on or off.',
    allowed: 'on or off',
    read: onOff,
  },
  JOBS: {
    default: 'on',
    meaning: [
      'Run what the manifests do by time, send what waits (messages, mail, webhooks, scheduled reports) and remove what',
      'expired: on or off. One server of several suffices.',
    ].join(' '),
    allowed: 'on or off',
    read: onOff,
  },
  WATCH: {
    default: 'on, without demo data ask',
    meaning: [
      'Changed manifests while running: on takes them over, ask shows what they mean and waits for an administrator,',
      'off waits for the next start, as ask does in a product without proposals.',
    ].join(' '),
    allowed: 'on, ask or off',
    read: (text: string) => watchModes.find((mode) => mode === text.toLowerCase()),
  },
  TRUSTED_PROXIES: {
    default: '0',
    meaning: "Number of trusted proxies in front that pass on the caller's address in X-Forwarded-For.",
    allowed: 'a number from 0 to 10',
    read: integerWithin(0, 10),
    formerName: 'PROXIES',
  },
  INTEGRATIONS: {
    default: '',
    meaning: [
      'Addresses of integrations, by the names of their manifests:',
      'name=https://host,name=https://host. One without an address has a stand-in.',
    ].join(' '),
    allowed: 'a list of name=address with http or https addresses',
    read: addresses,
    formerName: 'OUTSIDE',
  },
  INTEGRATIONS_PRIVATE: {
    default: 'off',
    meaning: [
      'Whether names of integrations, of the file store and of the mail server may lead to addresses of a private',
      'network: on or off.',
    ].join(' '),
    allowed: 'on or off',
    read: onOff,
    formerName: 'OUTSIDE_PRIVATE',
  },
  WEBHOOKS_PRIVATE: {
    default: 'off',
    meaning:
      'Whether webhooks may be sent to addresses of a private network, and without TLS to this machine: on or off.',
    allowed: 'on or off',
    read: onOff,
  },
  SECRET_KEY: {
    default: 'made, kept in DATA_DIR',
    meaning: 'Key under which passwords of integrations are kept and secrets of webhooks made: 64 hexadecimal digits.',
    allowed: '64 hexadecimal digits',
    read: keyBytes,
  },
  S3_URL: {
    default: '',
    meaning:
      'Bucket of an S3-compatible store for uploaded files: https://host/bucket. Without it they lie in DATA_DIR.',
    allowed: 'https://host/bucket',
    read: (text: string) => (/^https?:\/\/[^/?#@]+\/[^?#]*[^/?#]$/.test(text) && URL.canParse(text) ? text : undefined),
  },
  S3_REGION: {
    default: 'us-east-1',
    meaning: 'Region of the S3 store.',
    allowed: 'a region',
    read: (text: string) => (/^[\w-]+$/.test(text) ? text : undefined),
  },
  S3_KEY_ID: {
    default: '',
    meaning: 'Access key of the S3 store.',
    allowed: 'an access key',
    read: (text: string) => (/^[\w+=,.@-]+$/.test(text) ? text : undefined),
  },
  S3_SECRET: {
    default: '',
    meaning: 'Secret key of the S3 store.',
    allowed: 'a secret key',
    read: (text: string) => text,
  },
} satisfies Record<string, Setup<unknown>>

export type VariableName = keyof typeof setups

/** The former names of variables by the present ones. */
export const formerVariables: Readonly<Partial<Record<VariableName, string>>> = Object.fromEntries(
  Object.entries(setups).flatMap(([name, setup]: [string, Setup<unknown>]) =>
    setup.formerName === undefined ? [] : [[name, setup.formerName]],
  ),
)

/** The sentence about a variable that is taken for SCHEMAS_DIR, while that one has no value. */
export function misnamedFolder(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const isOther = (name: string) =>
    environment[name]?.trim() && /^(SCHEMAS?|MANIFESTS?)(_?(DIR|DIRECTORY|FOLDER|PATH))?$/.test(name)
  const name = environment.SCHEMAS_DIR?.trim() ? undefined : Object.keys(environment).find(isOther)
  return name && `The environment variable ${name} is not read: SCHEMAS_DIR names the folder of the manifests.`
}

/** Every variable with its default and meaning, in the order of .github/OPERATION.md. */
export const variables: readonly Variable[] = Object.entries(setups).map(([name, setup]) => ({
  name,
  default: setup.default,
  meaning: setup.meaning,
}))
