// The hand-written opponent: Fastify and pg with one endpoint for one screen, as plain as it can be, on the database of
// DATABASE_URL.
// With TWIN_PAGE set to a folder it also serves the hand-written page, compressed as ours is.
import { fastify } from 'fastify'
import pg from 'pg'
import { typeParsers } from '../../../src/server/database/connection/typeParsers'
import { createList, type CustomerQuery } from './twinList'
import { createOrders, type OrderQuery } from './twinOrders'
import { servePage } from './twinPage'
import { createSessions } from './twinSession'

const { DATABASE_URL, PORT, HOST, TWIN_PAGE } = process.env
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 20,
  idleTimeoutMillis: 60_000,
  types: typeParsers,
  onConnect: (client) => client.query(`set timezone = 'UTC'; set datestyle = 'ISO'`) as unknown as void,
})
pool.on('error', (error) => console.error(error.message))
const personOf = createSessions(pool)
const listOf = createList(pool)
const ordersOf = createOrders(pool)
const server = fastify()

server.setErrorHandler((error, _request, reply) => {
  console.error(error)
  return reply.send({ code: 5000, msg: '系统繁忙', data: null })
})
// Compression holds for what is declared after it.
if (TWIN_PAGE) await servePage(server, TWIN_PAGE, pool, personOf)
server.post<{ Body: CustomerQuery }>('/customer/list', async (request) => {
  const person = await personOf(request.headers['x-token'])
  if (!person) return { code: 2999, msg: '请登录', data: null }
  if (!person.codes.has('admin') && !person.codes.has('p_pc_customerList'))
    return { code: 2002, msg: '没有权限', data: null }
  return { code: 2000, msg: '成功', data: await listOf(person, request.body) }
})
server.post<{ Body: OrderQuery }>('/order/list', async (request) => {
  const person = await personOf(request.headers['x-token'])
  if (!person) return { code: 2999, msg: '请登录', data: null }
  if (!person.codes.has('admin') && !person.codes.has('p_pc_orderList'))
    return { code: 2002, msg: '没有权限', data: null }
  return { code: 2000, msg: '成功', data: await ordersOf(person, request.body) }
})
server.get('/health', () => ({ code: 2000, msg: '成功', data: null }))

await server.listen({ port: Number(PORT), host: HOST })
process.once('SIGTERM', () => {
  void server.close().then(() => pool.end())
})
