// Tests that the deployment files match the product.
// `npm run deployment` runs their lines; this checks what is visible without.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readStages } from '../../scripts/deployment'
import { variables } from '../../src/server/context/variables'

const known = new Set([...variables.map(({ name }) => name), 'NODE_ENV'])
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const unit = readFileSync('.deploy/dealer-back-office.service', 'utf8')

describe('what deploys the product', () => {
  it('names variables that the program reads', () => {
    const image = Object.keys(readStages('.deploy/Dockerfile').at(-1)!.environment)
    const compose = [...readFileSync('.deploy/compose.yaml', 'utf8').matchAll(/^ {6}([A-Z_]+): /gm)].map(
      ([, name]) => name!,
    )
    const service = [.../^Environment=(.*)$/m.exec(unit)![1]!.matchAll(/(\w+)=/g)].map(([, name]) => name!)
    for (const names of [image, compose, service]) {
      expect(names.length).toBeGreaterThan(3)
      expect(names.filter((name) => !known.has(name))).toEqual([])
    }
  })

  it('runs commands and starts a program that are there', () => {
    const [build, image] = readStages('.deploy/Dockerfile')
    const named = build!.run.flatMap((line) => /^npm run (\S+)/.exec(line)?.[1] ?? [])
    expect(named).toEqual(['build'])
    expect(named.filter((name) => !scripts[name])).toEqual([])
    expect(existsSync(image!.command![1]!)).toBe(true)
    expect(unit).toContain(`ExecStart=/usr/bin/env ${image!.command!.join(' ')}`)
  })

  it.each(['OPERATIONS_ADDRESS', 'PORT'])('asks for its health where it answers, by %s', async (variable) => {
    const line = /^HEALTHCHECK .* CMD (.*)$/m.exec(readFileSync('.deploy/Dockerfile', 'utf8'))![1]!
    const health = createServer((request, reply) => reply.writeHead(request.url === '/healthz' ? 200 : 404).end())
    await once(health.listen(0, '127.0.0.1'), 'listening')
    const { port } = health.address() as AddressInfo
    const environment = { PORT: '1', [variable]: variable === 'PORT' ? String(port) : `0.0.0.0:${port}` }
    const check = spawn('/bin/sh', ['-c', line], { env: { PATH: process.env.PATH, ...environment } })
    expect(await once(check, 'close')).toEqual([0, null])
    health.close()
  })

  it.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)('is a unit that systemd takes', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '.deploy/dealer-back-office.service'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })
})
