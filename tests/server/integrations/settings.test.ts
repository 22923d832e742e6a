// Proves that the environment configures an integration under its own names and its former ones.
import { describe, expect, it } from 'vitest'
import type { App, Integration } from '../../../src/manifest/model/app'
import { readConfiguration } from '../../../src/server/context/configuration'
import {
  checkSettings,
  settingsOf,
  standInValues,
  variableName,
} from '../../../src/server/integrations/contract/settings'

const meaning = { zh: '值', en: 'A value' } as const
const integration = {
  name: 'newService',
  formerName: 'oldService',
  title: { zh: '服务', en: 'Service' },
  timeoutMs: 1_000,
  address: 'https://usual.example/base/',
  variables: { appKey: { meaning, required: true, secret: true }, size: { meaning, default: 'small' } },
  calls: {},
} as const satisfies Integration
const appOf = (...integrations: Integration[]) =>
  ({ integrations: Object.fromEntries(integrations.map((one) => [one.name, one])) }) as unknown as App
const settings = (environment: Record<string, string>, one: Integration = integration) =>
  settingsOf(one, readConfiguration(environment))
const check = (environment: Record<string, string>, ...integrations: Integration[]) =>
  checkSettings(appOf(...(integrations.length > 0 ? integrations : [integration])), readConfiguration(environment))

describe('the variables of an integration', () => {
  it('are made of its name and theirs', () => {
    expect(variableName('newService', 'appKey')).toBe('NEW_SERVICE_APP_KEY')
    expect(variableName('sms', 'url')).toBe('SMS_URL')
    expect(variableName('s3', 'keyId')).toBe('S3_KEY_ID')
  })

  it('make it real once all required ones are there; until then its stand-in answers', () => {
    expect(settings({})).toBeUndefined()
    expect(settings({ NEW_SERVICE_SIZE: 'large' })).toBeUndefined()
    expect(settings({ NEW_SERVICE_APP_KEY: 'key' })).toEqual({
      address: 'https://usual.example/base',
      values: { appKey: 'key', size: 'small' },
    })
    expect(settings({ NEW_SERVICE_APP_KEY: 'key', NEW_SERVICE_SIZE: 'large' })?.values.size).toBe('large')
    expect(standInValues(integration)).toEqual({ appKey: 'stand-in', size: 'small' })
  })

  it('take the address from its own variable, the list of all, and the manifest, in this order', () => {
    const key = { NEW_SERVICE_APP_KEY: 'key' }
    const listed = { ...key, INTEGRATIONS: 'newService=https://listed.example' }
    expect(settings(listed)?.address).toBe('https://listed.example')
    expect(settings({ ...listed, NEW_SERVICE_URL: 'https://own.example/' })?.address).toBe('https://own.example')
    expect(settings({ ...key, INTEGRATIONS: 'oldService=https://listed.example' })?.address).toBe(
      'https://listed.example',
    )
    const bare: Integration = { ...integration, address: undefined, variables: {} }
    expect(settings({}, bare)).toBeUndefined()
    expect(settings({ NEW_SERVICE_URL: 'http://10.0.0.5:1' }, bare)).toEqual({
      address: 'http://10.0.0.5:1',
      values: {},
    })
  })

  it('are read by the names of a former name too, and the present one is said', () => {
    const former = { OLD_SERVICE_APP_KEY: 'key' }
    expect(settings(former)?.values.appKey).toBe('key')
    expect(check(former)).toEqual({
      problems: [],
      renamed: [{ formerName: 'OLD_SERVICE_APP_KEY', name: 'NEW_SERVICE_APP_KEY' }],
    })
    expect(settings({ ...former, NEW_SERVICE_APP_KEY: 'new' })?.values.appKey).toBe('new')
    expect(check({ ...former, NEW_SERVICE_APP_KEY: 'new' }).renamed).toEqual([])
  })

  it('that cannot be used are refused by name, without their value', () => {
    expect(check({ NEW_SERVICE_APP_KEY: 'hid den' }).problems).toEqual([
      'The environment variable NEW_SERVICE_APP_KEY is not a text without blanks.',
    ])
    expect(check({ NEW_SERVICE_APP_KEY: 'key', NEW_SERVICE_URL: 'ftp://hidden' }).problems).toEqual([
      'The environment variable NEW_SERVICE_URL is not an http or https address.',
    ])
    expect(check({ NEW_SERVICE_URL: 'https://own.example' }).problems).toEqual([
      'The environment variable NEW_SERVICE_URL needs NEW_SERVICE_APP_KEY.',
    ])
    expect(check({ NEW_SERVICE_APP_KEY: 'key' }, { ...integration, address: undefined }).problems).toEqual([
      'The environment variable NEW_SERVICE_APP_KEY needs NEW_SERVICE_URL.',
    ])
  })

  it('belong to one reader each', () => {
    const data: Integration = { ...integration, name: 'data', variables: { dir: { meaning } } }
    expect(check({}, data).problems).toEqual(['The variable DATA_DIR of data belongs to the server itself already.'])
    const near: Integration = { ...integration, name: 'new', variables: { serviceUrl: { meaning } } }
    expect(check({}, integration, near).problems).toEqual([
      'The variable NEW_SERVICE_URL of new belongs to newService already.',
    ])
  })
})

describe('former names of the server itself', () => {
  it('still work, and the present ones win', () => {
    const former = { PROXIES: '2', OUTSIDE: 'a=https://a.example', OUTSIDE_PRIVATE: 'on' }
    const { proxies, integrations, privateIntegrations, renamed } = readConfiguration(former)
    expect({ proxies, ...integrations, privateIntegrations }).toEqual({
      proxies: 2,
      a: 'https://a.example',
      privateIntegrations: true,
    })
    expect(renamed).toEqual([
      { formerName: 'PROXIES', name: 'TRUSTED_PROXIES' },
      { formerName: 'OUTSIDE', name: 'INTEGRATIONS' },
      { formerName: 'OUTSIDE_PRIVATE', name: 'INTEGRATIONS_PRIVATE' },
    ])
    expect(readConfiguration({ ...former, TRUSTED_PROXIES: '1' }).proxies).toBe(1)
    expect(() => readConfiguration({ PROXIES: 'two' })).toThrow('TRUSTED_PROXIES')
  })
})
