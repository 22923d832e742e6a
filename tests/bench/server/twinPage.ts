// What does the hand-written page need besides its list? Its files, who is here, and the choices of its form.
import { readdir } from 'node:fs/promises'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Person } from './twinSession'

export async function servePage(
  server: FastifyInstance,
  folder: string,
  pool: pg.Pool,
  personOf: (token: unknown) => Promise<Person | undefined>,
): Promise<void> {
  await server.register(compress, { global: true, threshold: 1_024 })
  await server.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    immutable: true,
    maxAge: '365d',
    index: false,
  })
  server.get('/api/user', async (request) => {
    const person = await personOf(request.headers['x-token'])
    if (!person) return { code: 2999, msg: '请登录', data: null }
    return { code: 2000, msg: '成功', data: { name: person.name, dealer: person.dealerName, codes: [...person.codes] } }
  })
  server.get('/api/guides', async (request) => {
    const person = await personOf(request.headers['x-token'])
    if (!person) return { code: 2999, msg: '请登录', data: null }
    const { rows } = await pool.query<{ id: number; name: string }>(
      `select id, name from employee where dealer = $1 and "employeeType" = '3' order by id limit 50`,
      [person.dealer],
    )
    return { code: 2000, msg: '成功', data: rows }
  })
  const files = await readdir(folder)
  if (!files.includes('index.html')) throw new Error(`There is no page in ${folder}.`)
  server.setNotFoundHandler((_request, reply) =>
    reply.header('cache-control', 'no-cache').sendFile('index.html', { immutable: false, maxAge: 0 }),
  )
}
