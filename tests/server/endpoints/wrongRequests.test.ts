// Proves that each wrong request gets the refusal that names what is wrong.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLibrary, password, type Library } from '../library'

let library: Library
let token: string
beforeAll(async () => {
  library = await openLibrary()
  token = await library.token('anna')
})
afterAll(() => library.close())

const books = '/lending/Books'
const filter = (field: string, operator: string, value: unknown) => ({ filters: [{ field, operator, value }] })
const passwords = (newPassword: string) => ({ oldPassword: password, newPassword })

it.each<[key: string, path: string, body: object]>([
  ['call_not_found', '/api/nothing', {}],
  ['call_for_programs', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  ['page_disabled', '/api/screen', { path: '/lending/Returned' }],
  ['notes_not_kept', '/api/notes', { entity: 'book', id: 1 }],
  ['passkey_needs_page', '/api/factors/begin', { kind: 'passkey' }],
  ['screen_not_found', '/api/list', { screen: '/lending/Nothing' }],
  ['entity_not_found', '/api/entity', { entity: 'nothing' }],
  ['tab_not_found', '/api/list', { screen: books, tab: 'nothing' }],
  ['operator_not_supported', '/api/list', { screen: books, ...filter('genre', 'contains', 'a') }],
  ['filter_value_invalid', '/api/list', { screen: books, ...filter('branch', 'equals', 'east') }],
  ['search_too_long', '/api/list', { screen: books, words: 'one two three four five six' }],
  ['figure_not_found', '/api/list', { screen: books, drillDown: { screen: books, number: 'nothing' } }],
  ['period_invalid', '/api/calendar', { screen: '/lending/Due', from: '2026-02-02', to: '2026-02-01' }],
  ['period_too_long', '/api/calendar', { screen: '/lending/Due', from: '2026-01-01', to: '2026-12-31' }],
  ['preference_too_large', '/api/preference', { name: 'a', value: 'x'.repeat(20_000) }],
  ['form_expected', '/fixture/upload', {}],
  ['file_not_found', '/fixture/download', { id: 'nothing' }],
  ['import_not_found', '/api/exchange/step', { import: 999 }],
  ['sign_in_choice_expired', '/fixture/signIn', { handle: 'nothing' }],
  ['password_unchanged', '/fixture/password', passwords(password)],
  ['password_length', '/fixture/password', passwords('Ab#1')],
  ['password_too_simple', '/fixture/password', passwords('abcdefghij')],
  ['password_contains_account', '/fixture/password', passwords('13900000001#a')],
])('%s', async (key, path, body) => {
  const { envelope } = await library.call(path, { token, body })
  expect(envelope).toMatchObject({ key })
})

it('too_many_preferences', async () => {
  const { database } = library.server
  const account = library.ids.get('anna')!
  await database.query({
    text: `insert into "_preference" ("account", "name", "value") select $1, 'p' || n, '1' from generate_series(1, 500) n`,
    values: [account],
  } as never)
  const { envelope } = await library.call('/api/preference', { token, body: { name: 'one more', value: 1 } })
  expect(envelope).toMatchObject({ key: 'too_many_preferences' })
})
