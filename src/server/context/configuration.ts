// Reads the configuration from the environment; nothing else reads it.
// An invalid value is rejected with a sentence, never corrected.
import {
  formerVariables,
  secret,
  setups,
  type LogFormat,
  type LogLevel,
  type VariableName,
  type WatchMode,
} from './variables'

/** Everything the environment decides. Folders are absolute. */
export interface Configuration {
  readonly port: number
  readonly host: string
  /** The address under which people open the product; absent: that of the page that calls. */
  readonly publicAddress?: string
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly schemasDir: string
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  /** Address of health, readiness and metrics; absent: the server's own port, metrics for this machine only. */
  readonly operations?: { readonly host: string; readonly port: number }
  /** Seconds between reporting "not ready" and closing the port. */
  readonly drainSeconds: number
  /** Days for which the audit is kept. */
  readonly auditDays: number
  /** Days for which the audit of programs' calls is kept. */
  readonly programCallDays: number
  /** Days for which delivered events of webhooks are kept. */
  readonly webhookDays: number
  /** Maximum seconds that PostgreSQL may work on one read of a caller. */
  readonly readSeconds: number
  /** Buffers of the embedded database; absent: by the memory of the machine. */
  readonly bufferMegabytes?: number | undefined
  /** PostgreSQL itself keeps tenants apart, as a second wall behind the row scope. */
  readonly rowSecurity: boolean
  /** Hours after which an unused session ends. */
  readonly sessionHours: number
  /** Largest uploaded file in bytes. */
  readonly uploadBytes: number
  /** Maximum bytes of one account's uploads that no record uses. */
  readonly unusedBytes: number
  /** Load the demo data into an empty database. */
  readonly demo: boolean
  /** How manifests that change at run time are handled. Absent: depends on whether there is demo data. */
  readonly watch: WatchMode | undefined
  /** Whether this server runs jobs. */
  readonly jobs: boolean
  /** Number of trusted proxies in front that pass on the caller's address. */
  readonly proxies: number
  /** Addresses of integrations by name, where one variable gives several. */
  readonly integrations: Readonly<Record<string, string>>
  /** Whether names of integrations may resolve to private addresses. */
  readonly privateIntegrations: boolean
  /** Whether webhooks may be sent to private addresses. */
  readonly privateWebhooks: boolean
  /** The variables that the server itself does not read; those of integrations are among them. */
  readonly otherVariables: Readonly<Record<string, string>>
  /** Variables that were given by a former name. */
  readonly renamed: readonly RenamedVariable[]
  /** The key that seals the passwords of integrations; absent: one is generated and kept in the data folder. */
  readonly secretKey?: Buffer
  /** The S3 store of uploaded files; absent: the data folder. */
  readonly s3?: { readonly url: string; readonly region: string; readonly keyId: string; readonly secret: string }
}

/** A variable that was set by its former name, and its present one. */
export interface RenamedVariable {
  readonly formerName: string
  readonly name: string
}

/** What is wrong with the environment: one sentence per variable. */
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
  const renamed: RenamedVariable[] = []
  const textOf = (name: VariableName): string | undefined => {
    const [text, formerName] = [environment[name]?.trim(), formerVariables[name]]
    const former = formerName && environment[formerName]?.trim()
    if (text || !former) return text
    renamed.push({ formerName: formerName!, name })
    return former
  }
  const input = <K extends VariableName>(name: K): NonNullable<ReturnType<(typeof setups)[K]['read']>> | undefined => {
    const text = textOf(name)
    if (!text) return undefined
    const value = setups[name].read(text) as NonNullable<ReturnType<(typeof setups)[K]['read']>> | undefined
    const visible = secret.has(name) ? '' : ` "${text}"`
    const { allowed, meaning } = setups[name]
    if (value === undefined) sentences.push(`The environment variable ${name}${visible} is not ${allowed}. ${meaning}`)
    return value
  }
  const byDefault = <K extends VariableName>(name: K) =>
    input(name) ?? (setups[name].read(setups[name].default) as NonNullable<ReturnType<(typeof setups)[K]['read']>>)
  const databaseUrl = input('DATABASE_URL')
  const configuration: Configuration = {
    port: byDefault('PORT'),
    host: byDefault('HOST'),
    publicAddress: input('PUBLIC_ADDRESS'),
    dataDir: byDefault('DATA_DIR'),
    databaseUrl,
    bufferMegabytes: input('DATABASE_BUFFERS_MB'),
    schemasDir: byDefault('SCHEMAS_DIR'),
    logLevel: byDefault('LOG_LEVEL'),
    logFormat: byDefault('LOG_FORMAT'),
    operations: input('OPERATIONS_ADDRESS'),
    drainSeconds: byDefault('DRAIN_SECONDS'),
    auditDays: byDefault('AUDIT_DAYS'),
    programCallDays: byDefault('PROGRAM_CALL_DAYS'),
    webhookDays: byDefault('WEBHOOK_DAYS'),
    sessionHours: byDefault('SESSION_HOURS'),
    readSeconds: byDefault('READ_SECONDS'),
    rowSecurity: byDefault('RLS'),
    uploadBytes: byDefault('UPLOAD_MB') * 1024 * 1024,
    unusedBytes: byDefault('UPLOAD_QUOTA_MB') * 1024 * 1024,
    demo: input('DEMO') ?? databaseUrl === undefined,
    watch: input('WATCH'),
    jobs: byDefault('JOBS'),
    proxies: byDefault('TRUSTED_PROXIES'),
    integrations: input('INTEGRATIONS') ?? {},
    privateIntegrations: byDefault('INTEGRATIONS_PRIVATE'),
    privateWebhooks: byDefault('WEBHOOKS_PRIVATE'),
    otherVariables: othersIn(environment),
    renamed,
    secretKey: input('SECRET_KEY'),
    ...s3Of(input('S3_URL'), byDefault('S3_REGION'), input('S3_KEY_ID'), input('S3_SECRET')),
  }
  const { s3 } = configuration
  if (s3 && !(s3.keyId && s3.secret)) sentences.push('The environment variable S3_URL needs S3_KEY_ID and S3_SECRET.')
  if (sentences.length > 0) throw new ConfigurationProblem(sentences)
  return configuration
}

function s3Of(
  url: string | undefined,
  region: string,
  keyId: string | undefined,
  secretKey: string | undefined,
): Pick<Configuration, 's3'> {
  return url ? { s3: { url, region, keyId: keyId ?? '', secret: secretKey ?? '' } } : {}
}

/** Variables with a value that the server itself does not read. */
function othersIn(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      Object.hasOwn(setups, name) || !value?.trim() ? [] : [[name, value.trim()]],
    ),
  )
}
