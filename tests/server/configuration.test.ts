// Is the environment read as OPERATION.md lists it, and refused in sentences where it cannot be used?
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigurationProblem, readConfiguration } from '../../src/server/context/configuration'
import { variables } from '../../src/server/context/variables'

const sentences = (environment: Record<string, string>) => {
  try {
    readConfiguration(environment)
  } catch (error) {
    if (error instanceof ConfigurationProblem) return error.sentences
    throw error
  }
  return []
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
      watch: true,
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

  it('takes given values', () => {
    expect(
      readConfiguration({
        PORT: '0',
        HOST: '::1',
        SESSION_HOURS: '1',
        UPLOAD_MB: '2',
        LOG_LEVEL: 'debug',
        WATCH: 'OFF',
        TRUSTED_PROXIES: '2',
      }),
    ).toMatchObject({
      port: 0,
      host: '::1',
      sessionHours: 1,
      uploadBytes: 2 * 1024 * 1024,
      logLevel: 'debug',
      watch: false,
      proxies: 2,
    })
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

  it('is listed in OPERATION.md, every variable with its default', () => {
    const document = readFileSync('.github/OPERATION.md', 'utf8')
    for (const { name, default: value } of variables) {
      const line = document.split('\n').find((one) => one.includes(`\`${name}\``))
      expect(line, `OPERATION.md lists ${name}`).toBeDefined()
      if (value) expect(line).toContain(value)
    }
  })
})
