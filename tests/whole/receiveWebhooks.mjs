// Receives webhooks as another system does: a program of its own that knows nothing but the recipe of the manual.
// It keeps each event once, on disk before it accepts it: arguments are its file and its port.
//   POST /events   what the product sends
//   PUT /secret    the secret to verify with
//   PUT /answer    the status to answer with; with any but 200 nothing is kept
//   GET /          what it kept, the ids of all arrivals, and how many were not signed well
import { createHmac, timingSafeEqual } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [file, port = '0'] = process.argv.slice(2)
let secret = ''
let status = 200
let forged = 0
const kept = new Map()
const arrivals = []

const understand = (line) => {
  const entry = JSON.parse(line)
  if (entry.secret) secret = entry.secret
  else kept.set(entry.id, entry)
}
const keep = (entry) => {
  const line = JSON.stringify(entry)
  appendFileSync(file, `${line}\n`)
  understand(line)
}
if (existsSync(file)) readFileSync(file, 'utf8').split('\n').filter(Boolean).forEach(understand)

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return String(signature)
    .split(' ')
    .some((part) => {
      const [version, text] = part.split(',')
      const given = Buffer.from(text ?? '', 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
}

const server = createServer(async (request, reply) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString('utf8')
  const answer = (code, text = '') => reply.writeHead(code).end(text)
  if (request.method === 'GET') return answer(200, JSON.stringify({ kept: [...kept.values()], arrivals, forged }))
  if (request.url === '/secret') {
    keep({ secret: body })
    return answer(204)
  }
  if (request.url === '/answer') {
    status = Number(body)
    return answer(204)
  }
  if (!isGenuine(request.headers, body)) {
    forged += 1
    return answer(401)
  }
  const id = request.headers['webhook-id']
  arrivals.push(id)
  if (status !== 200) return answer(status)
  if (!kept.has(id)) keep(JSON.parse(body))
  answer(200)
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
