// How is the server set up? The one place that reads the environment; a value it cannot use is refused with a sentence, never corrected.
import { resolve } from 'node:path'

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** Everything the environment decides. Folders are absolute. */
export interface Configuration {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly schemasDir: string
  readonly logLevel: LogLevel
  /** Hours after which an unused session ends. */
  readonly sessionHours: number
  /** Largest uploaded file in bytes. */
  readonly uploadBytes: number
  /** Most bytes that the uploads of one account may hold which no record uses. */
  readonly unusedBytes: number
  /** Load the demo data into an empty database. */
  readonly demo: boolean
  /** Take over changed manifests while running. */
  readonly watch: boolean
  /** Does this server run what the manifests do by time? */
  readonly jobs: boolean
  /** The server stands behind this many proxies that tell the caller's address. */
  readonly proxies: number
  /** Addresses of outside systems by the names of their manifests; one that is not here is stood in for. */
  readonly outside: Readonly<Record<string, string>>
  /** Names of outside systems may lead to private addresses. */
  readonly outsidePrivate: boolean
  /** The key under which passwords of outside systems are kept; without it one is made and kept in the data folder. */
  readonly secretKey?: Buffer
  /** Key of the map service; without it addresses are plain fields. */
  readonly mapKey?: string
  /** The second key that newer keys of the service need. */
  readonly mapCode?: string
  /** The gateway of text messages; without it a stand-in. */
  readonly sms?: { readonly url: string; readonly key?: string }
  /** The official account of WeChat that tells people; without it a stand-in. */
  readonly wechat?: {
    readonly url: string
    readonly appId: string
    readonly secret: string
    readonly template: string
    readonly field: string
  }
  /** The S3 store of uploaded files; without it they lie in the data folder. */
  readonly s3?: { readonly url: string; readonly region: string; readonly keyId: string; readonly secret: string }
}

/** A variable of the environment, as the README lists it. */
export interface Variable {
  readonly name: string
  readonly default: string
  readonly meaning: string
}

interface Setup<T> extends Omit<Variable, 'name'> {
  readonly read: (text: string) => T | undefined
  readonly allowed: string
}

const whole = (least: number, most: number) => (text: string) => {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined
}
const onOff = (text: string) => ({ on: true, off: false })[text.toLowerCase()]
const folder = (text: string) => resolve(text)
/** name=https://host[/path], separated by commas. */
const addresses = (text: string) => {
  const found = Object.create(null) as Record<string, string>
  for (const part of text.split(',')) {
    const [, name, address] = /^\s*([A-Za-z][A-Za-z0-9]*)\s*=\s*(\S+)\s*$/.exec(part) ?? []
    if (!name || !address || !URL.canParse(address)) return undefined
    const { protocol, username, password, search, hash } = new URL(address)
    if (!/^https?:$/.test(protocol) || username || password || search || hash) return undefined
    found[name] = address.replace(/\/+$/, '')
  }
  return found
}
const httpAddress = (text: string) =>
  /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '') ? text.replace(/\/+$/, '') : undefined
const word = (text: string) => (/^[\w-]+$/.test(text) ? text : undefined)
const key = (text: string) => (/^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined)
/** Values that hold secrets are never repeated in a sentence. */
const secret = new Set<string>(['DATABASE_URL', 'SECRET_KEY', 'S3_SECRET', 'SMS_URL', 'SMS_KEY', 'WECHAT_SECRET'])

const setups = {
  PORT: {
    default: '3000',
    meaning: 'Port of the API and the web page; 0 takes a free one.',
    allowed: 'a number from 0 to 65535',
    read: whole(0, 65_535),
  },
  HOST: {
    default: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 opens it to the network.',
    allowed: 'a host name or an address',
    read: (text: string) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
  },
  DATA_DIR: {
    default: './data',
    meaning: 'Folder of the embedded database and of uploaded files.',
    allowed: 'a folder',
    read: folder,
  },
  DATABASE_URL: {
    default: '',
    meaning: 'A PostgreSQL database to use instead of the embedded one: postgres://user:password@host:port/database.',
    allowed: 'a URL that begins with postgres://',
    read: (text: string) => (/^postgres(ql)?:\/\//.test(text) ? text : undefined),
  },
  SCHEMAS_DIR: { default: './schemas', meaning: 'Folder of the manifests.', allowed: 'a folder', read: folder },
  LOG_LEVEL: {
    default: 'warn',
    meaning: `How much is logged to the terminal: ${logLevels.join(', ')}.`,
    allowed: `one of ${logLevels.join(', ')}`,
    read: (text: string) => logLevels.find((level) => level === text),
  },
  SESSION_HOURS: {
    default: '12',
    meaning: 'Hours after which an unused session ends.',
    allowed: 'a number from 1 to 720',
    read: whole(1, 720),
  },
  UPLOAD_MB: {
    default: '50',
    meaning: 'Largest uploaded file in megabytes.',
    allowed: 'a number from 1 to 2048',
    read: whole(1, 2_048),
  },
  UPLOAD_QUOTA_MB: {
    default: '1024',
    meaning: 'Most megabytes that the uploads of one account may hold which no record uses.',
    allowed: 'a number from 1 to 1048576',
    read: whole(1, 1_048_576),
  },
  DEMO: {
    default: 'on, with DATABASE_URL off',
    meaning: 'Load the demo data and accounts into an empty database: on or off.',
    allowed: 'on or off',
    read: onOff,
  },
  JOBS: {
    default: 'on',
    meaning: 'Run what the manifests do by time: on or off. One server of several suffices.',
    allowed: 'on or off',
    read: onOff,
  },
  WATCH: {
    default: 'on',
    meaning: 'Take over changed manifests while running: on or off.',
    allowed: 'on or off',
    read: onOff,
  },
  PROXIES: {
    default: '0',
    meaning: "Number of trusted proxies in front that tell the caller's address in X-Forwarded-For.",
    allowed: 'a number from 0 to 10',
    read: whole(0, 10),
  },
  OUTSIDE: {
    default: '',
    meaning:
      'Addresses of outside systems, by the names of their manifests: name=https://host,name=https://host. One without an address has a stand-in.',
    allowed: 'a list of name=address with http or https addresses',
    read: addresses,
  },
  OUTSIDE_PRIVATE: {
    default: 'off',
    meaning: 'Whether names in OUTSIDE may lead to addresses of a private network: on or off.',
    allowed: 'on or off',
    read: onOff,
  },
  SECRET_KEY: {
    default: 'made, kept in DATA_DIR',
    meaning: 'Key under which passwords of outside systems are kept: 64 hexadecimal digits.',
    allowed: '64 hexadecimal digits',
    read: key,
  },
  MAP_KEY: {
    default: '',
    meaning:
      'Key of the map service of app.json; without it addresses are plain fields, in a demo with places of a stand-in.',
    allowed: 'letters and digits',
    read: (text: string) => (/^[A-Za-z0-9]{8,64}$/.test(text) ? text : undefined),
  },
  MAP_CODE: {
    default: '',
    meaning: 'Security code that goes with a newer key of the map service.',
    allowed: 'letters and digits',
    read: (text: string) => (/^[A-Za-z0-9]{8,64}$/.test(text) ? text : undefined),
  },
  SMS_URL: {
    default: '',
    meaning:
      'Gateway of text messages, which takes POST {mobile, text} as JSON: https://host/path. Without it a stand-in.',
    allowed: 'an http or https address',
    read: httpAddress,
  },
  SMS_KEY: {
    default: '',
    meaning: 'Key of the gateway, sent as a bearer token.',
    allowed: 'a key without blanks',
    read: (text: string) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
  },
  WECHAT_APP_ID: {
    default: '',
    meaning: 'App id of the WeChat official account that tells people who bound theirs. Without it a stand-in.',
    allowed: 'an app id',
    read: word,
  },
  WECHAT_SECRET: { default: '', meaning: 'Its secret.', allowed: 'letters and digits', read: word },
  WECHAT_TEMPLATE: { default: '', meaning: 'Id of the template message.', allowed: 'a template id', read: word },
  WECHAT_FIELD: {
    default: 'thing1',
    meaning: 'Place of the template that takes the text.',
    allowed: 'a name such as thing1',
    read: word,
  },
  WECHAT_URL: {
    default: 'https://api.weixin.qq.com',
    meaning: "Address of WeChat's calls.",
    allowed: 'an http or https address',
    read: httpAddress,
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

type Name = keyof typeof setups

/** Every variable with its default and meaning, in the order of the README. */
export const variables: readonly Variable[] = Object.entries(setups).map(([name, setup]) => ({
  name,
  default: setup.default,
  meaning: setup.meaning,
}))

/** What is wrong with the environment: one sentence a variable. */
export class ConfigurationProblem extends Error {
  override readonly name = 'ConfigurationProblem'
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'))
  }
}

/**
 * The configuration of an environment; empty variables count as absent.
 * @throws ConfigurationProblem that names every variable with an unusable value
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const sentences: string[] = []
  const given = <K extends Name>(name: K): NonNullable<ReturnType<(typeof setups)[K]['read']>> | undefined => {
    const text = environment[name]?.trim()
    if (!text) return undefined
    const value = setups[name].read(text) as NonNullable<ReturnType<(typeof setups)[K]['read']>> | undefined
    const shown = secret.has(name) ? '' : ` "${text}"`
    if (value === undefined)
      sentences.push(`The environment variable ${name}${shown} is not ${setups[name].allowed}. ${setups[name].meaning}`)
    return value
  }
  const byDefault = <K extends Name>(name: K) =>
    given(name) ?? (setups[name].read(setups[name].default) as NonNullable<ReturnType<(typeof setups)[K]['read']>>)
  const s3Of = (
    url: string | undefined,
    region: string,
    keyId: string | undefined,
    secretKey: string | undefined,
  ): Pick<Configuration, 's3'> => {
    if (!url) return {}
    if (!keyId || !secretKey) sentences.push('The environment variable S3_URL needs S3_KEY_ID and S3_SECRET.')
    return { s3: { url, region, keyId: keyId ?? '', secret: secretKey ?? '' } }
  }
  const sendersOf = (): Pick<Configuration, 'sms' | 'wechat'> => {
    const [url, smsKey, appId, secretKey, template] = [
      given('SMS_URL'),
      given('SMS_KEY'),
      given('WECHAT_APP_ID'),
      given('WECHAT_SECRET'),
      given('WECHAT_TEMPLATE'),
    ]
    const wechat = { url: byDefault('WECHAT_URL'), field: byDefault('WECHAT_FIELD') }
    if (appId && (!secretKey || !template))
      sentences.push('The environment variable WECHAT_APP_ID needs WECHAT_SECRET and WECHAT_TEMPLATE.')
    return {
      ...(url && { sms: { url, key: smsKey } }),
      ...(appId && { wechat: { ...wechat, appId, secret: secretKey ?? '', template: template ?? '' } }),
    }
  }
  const databaseUrl = given('DATABASE_URL')
  const configuration: Configuration = {
    port: byDefault('PORT'),
    host: byDefault('HOST'),
    dataDir: byDefault('DATA_DIR'),
    databaseUrl,
    schemasDir: byDefault('SCHEMAS_DIR'),
    logLevel: byDefault('LOG_LEVEL'),
    sessionHours: byDefault('SESSION_HOURS'),
    uploadBytes: byDefault('UPLOAD_MB') * 1024 * 1024,
    unusedBytes: byDefault('UPLOAD_QUOTA_MB') * 1024 * 1024,
    demo: given('DEMO') ?? databaseUrl === undefined,
    watch: byDefault('WATCH'),
    jobs: byDefault('JOBS'),
    proxies: byDefault('PROXIES'),
    outside: given('OUTSIDE') ?? {},
    outsidePrivate: byDefault('OUTSIDE_PRIVATE'),
    secretKey: given('SECRET_KEY'),
    mapKey: given('MAP_KEY'),
    mapCode: given('MAP_CODE'),
    ...sendersOf(),
    ...s3Of(given('S3_URL'), byDefault('S3_REGION'), given('S3_KEY_ID'), given('S3_SECRET')),
  }
  if (sentences.length > 0) throw new ConfigurationProblem(sentences)
  return configuration
}
