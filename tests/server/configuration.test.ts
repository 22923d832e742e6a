// Proves that the environment is read as OPERATION.md lists it, and unusable values are refused in
// sentences.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigurationProblem, readConfiguration, type Configuration } from '../../src/server/context/configuration'
import { variables, type VariableName } from '../../src/server/context/variables'

const sentences = (environment: Record<string, string>) => {
  try {
    readConfiguration(environment)
  } catch (error) {
    if (error instanceof ConfigurationProblem) return error.sentences
    throw error
  }
  return []
}

const s3 = { S3_URL: 'https://host/bucket', S3_KEY_ID: 'id', S3_SECRET: 'sealed' }
const stored = { url: 'https://host/bucket', region: 'us-east-1', keyId: 'id', secret: 'sealed' }

/** Of every variable a value that is not the default, what it makes of the configuration, and what it needs. */
const given: Readonly<Record<VariableName, readonly [string, Partial<Configuration>, Record<string, string>?]>> = {
  PORT: ['0', { port: 0 }],
  HOST: ['::1', { host: '::1' }],
  PUBLIC_ADDRESS: ['https://office.example.com/', { publicAddress: 'https://office.example.com' }],
  DATA_DIR: ['other', { dataDir: resolve('other') }],
  DATABASE_URL: ['postgres://me@host/x', { databaseUrl: 'postgres://me@host/x', demo: false }],
  DATABASE_BUFFERS_MB: ['64', { bufferMegabytes: 64 }],
  SCHEMAS_DIR: ['others', { schemasDir: resolve('others') }],
  LOG_LEVEL: ['debug', { logLevel: 'debug' }],
  LOG_FORMAT: ['json', { logFormat: 'json' }],
  OPERATIONS_ADDRESS: ['[::1]:9100', { operations: { host: '::1', port: 9_100 } }],
  DRAIN_SECONDS: ['20', { drainSeconds: 20 }],
  AUDIT_DAYS: ['30', { auditDays: 30 }],
  PROGRAM_CALL_DAYS: ['20', { programCallDays: 20 }],
  WEBHOOK_DAYS: ['30', { webhookDays: 30 }],
  SESSION_HOURS: ['1', { sessionHours: 1 }],
  READ_SECONDS: ['3', { readSeconds: 3 }],
  RLS: ['on', { rowSecurity: true }],
  UPLOAD_MB: ['2', { uploadBytes: 2 * 1024 * 1024 }],
  UPLOAD_QUOTA_MB: ['5', { unusedBytes: 5 * 1024 * 1024 }],
  DEMO: ['off', { demo: false }],
  JOBS: ['off', { jobs: false }],
  WATCH: ['OFF', { watch: 'off' }],
  TRUSTED_PROXIES: ['2', { proxies: 2 }],
  INTEGRATIONS: ['ea=https://host/', { integrations: { ea: 'https://host' } }],
  INTEGRATIONS_PRIVATE: ['on', { privateIntegrations: true }],
  WEBHOOKS_PRIVATE: ['on', { privateWebhooks: true }],
  SECRET_KEY: ['ab'.repeat(32), { secretKey: Buffer.from('ab'.repeat(32), 'hex') }],
  S3_URL: ['https://host/other', { s3: { ...stored, url: 'https://host/other' } }, s3],
  S3_REGION: ['eu-west-1', { s3: { ...stored, region: 'eu-west-1' } }, s3],
  S3_KEY_ID: ['another', { s3: { ...stored, keyId: 'another' } }, s3],
  S3_SECRET: ['another', { s3: { ...stored, secret: 'another' } }, s3],
}

describe('configuration', () => {
  it('has defaults for everything; empty counts as absent', () => {
    const plain = readConfiguration({ PORT: '', HOST: ' ' })
    expect(plain).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      schemasDir: resolve('schemas'),
      logLevel: 'warn',
      sessionHours: 12,
      demo: true,
      watch: undefined,
      proxies: 0,
    })
    expect(plain.databaseUrl).toBeUndefined()
  })

  it('loads demo data into an embedded database only, unless told otherwise', () => {
    const url = 'postgres://somebody@localhost/somewhere'
    expect(readConfiguration({ DATABASE_URL: url }).demo).toBe(false)
    expect(readConfiguration({ DATABASE_URL: url, DEMO: 'on' }).demo).toBe(true)
    expect(readConfiguration({ DEMO: 'off' }).demo).toBe(false)
  })

  it('refuses all unusable values at once, each by its name', () => {
    const told = sentences({ PORT: '70000', SESSION_HOURS: '1.5', DEMO: 'yes', LOG_LEVEL: 'loud', HOST: 'a b' })
    expect(told.map((sentence) => /variable (\w+) "/.exec(sentence)?.[1]).sort()).toEqual([
      'DEMO',
      'HOST',
      'LOG_LEVEL',
      'PORT',
      'SESSION_HOURS',
    ])
  })

  it('never repeats a database address, which may hold a password', () => {
    const [told] = sentences({ DATABASE_URL: 'mysql://root:hidden@host/x' })
    expect(told).toContain('DATABASE_URL')
    expect(told).not.toContain('hidden')
  })

  it('is listed in OPERATION.md, every variable with its default and nothing else', () => {
    const document = readFileSync('.github/OPERATION.md', 'utf8')
    const rows = [
      ...document.split('\nIntegrations read variables')[0]!.matchAll(/^- `(\w+)`(?: \(([^)]*)\))?:/gm),
    ].map(([, name, value]) => ({ name, value }))
    expect(rows.map(({ name }) => name).sort()).toEqual(variables.map(({ name }) => name).sort())
    for (const { name, default: value } of variables) {
      const written = rows.find((row) => row.name === name)!.value
      if (value) expect(written, name).toBe(value)
      else expect(written ?? 'none', name).toMatch(/^none\b/)
    }
  })

  it.each(Object.entries(given))('takes %s, and nothing else changes', (name, [text, taken, beside = {}]) => {
    const plain = readConfiguration(beside)
    const changed = readConfiguration({ ...beside, [name]: text })
    expect(changed).toEqual({ ...plain, ...taken })
    expect(changed).not.toEqual(plain)
  })
})
