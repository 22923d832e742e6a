// Proves that a JSON body is parsed once, for calls that read it and no others.
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, deferJsonBodies } from '../../src/server/http/jsonBody'

const server = fastify()
beforeAll(() => {
  deferJsonBodies(server)
  server.post('/refused', async (_, reply) => reply.code(429).send({}))
  server.post('/read', async (request) => ({ read: bodyOf(request), same: bodyOf(request) === bodyOf(request) }))
  server.setErrorHandler((error, _, reply) => reply.code(400).send({ key: (error as { key?: string }).key }))
})
afterAll(() => server.close())

const post = async (url: string, payload: string, type = 'application/json') => {
  const reply = await server.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
  return [reply.statusCode, reply.json()]
}

it('is parsed at the first time that it is read', async () => {
  expect(await post('/read', '{"a":["中"]}', 'application/json; charset=utf-8')).toEqual([
    200,
    { read: { a: ['中'] }, same: true },
  ])
})

it('that is nested without end is refused unparsed; brackets in a text are none', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect(await post('/read', nested(101))).toEqual([400, { key: 'request_too_deep' }])
  expect((await post('/read', nested(100)))[0]).toBe(200)
  const text = { text: `"\\${'['.repeat(200)}` }
  expect(await post('/read', JSON.stringify(text))).toEqual([200, { read: text, same: true }])
})

it('that cannot be read is refused, unless the call was refused before', async () => {
  for (const broken of ['{"a":', '', '{"__proto__":{"a":1}}']) {
    expect(await post('/read', broken)).toEqual([400, { key: 'request_unreadable' }])
    expect(await post('/refused', broken)).toEqual([429, {}])
  }
})
