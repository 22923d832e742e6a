// Proves which failures are no defects: an unreachable database and a full disk are refused in
// words, with one log line.
import pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { WriteEnded } from '../../src/server/database/connection/databaseError'
import { createLog } from '../../src/server/context/log'
import { errorReply } from '../../src/server/endpoints/contract/errorReply'
import { chinese, english } from '../protocol/locales'

const logged: string[] = []
const log = createLog('warn', { write: (line) => logged.push(line), say: () => undefined })
beforeEach(() => {
  logged.length = 0
})

const said = (state: string) => Object.assign(new pg.DatabaseError('no', 1, 'error'), { code: state })
const failed = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

it.each([
  ['a refused connection', failed('ECONNREFUSED'), 503, /数据库暂不可用/, 'database_unavailable'],
  [
    'a socket that is gone',
    failed('ENOENT', { syscall: 'connect', path: '/x' }),
    503,
    /数据库暂不可用/,
    'database_unavailable',
  ],
  [
    'a connection that broke',
    new Error('Connection terminated unexpectedly'),
    503,
    /数据库暂不可用/,
    'database_unavailable',
  ],
  ['a database that shuts down', said('57P01'), 503, /数据库暂不可用/, 'database_unavailable'],
  ['a statement that took too long', said('57014'), 503, /耗时过长/, 'query_timeout'],
  ['a write that took too long', new WriteEnded('canceled'), 503, /没有完成/, 'write_timeout'],
  ['a full disk of the database', said('53100'), 507, /存储空间已满/, 'storage_full'],
  ['a full disk', failed('ENOSPC'), 507, /存储空间已满/, 'storage_full'],
  [
    'a rollback that failed as well',
    new AggregateError([said('57P01'), new Error('x')], 'y'),
    503,
    /数据库暂不可用/,
    'database_unavailable',
  ],
])('%s is told in words, with one line of the log', (_, error, status, words, key) => {
  const { body, headers, status: told } = errorReply(error, chinese, log)
  expect([told, body]).toEqual([status, { code: 2001, key, msg: expect.stringMatching(words), data: null }])
  if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((errorReply(error, english, log).body as { msg: string }).msg).toMatch(/^The /)
  expect(logged).toHaveLength(2)
  expect(logged.join()).not.toMatch(/Defect|\n/)
})

it.each([
  ['a wrong statement', said('42601')],
  ['a missing file', failed('ENOENT', { syscall: 'open', path: '/x' })],
  ['anything else', new TypeError('x')],
])('%s stays a defect', (_, error) => {
  expect(errorReply(error, chinese, log).status).toBe(500)
  expect(logged.join()).toContain('Defect')
})
