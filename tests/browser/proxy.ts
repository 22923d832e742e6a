// A proxy between browser and server that can break connections and imitate another build.
// Not a test itself.
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  readonly address: string
  /** The built files that were asked for. */
  readonly files: string[]
  /** false: every connection breaks. */
  connected: boolean
  /** The files of a newer build, which the pages name from here on. */
  newer?: readonly string[]
  close(): Promise<void>
}

export const newerList = '/assets/files-newer.json'

export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const pass = (incoming: IncomingMessage, reply: ServerResponse) => {
    if (!proxy.connected) return incoming.socket.destroy()
    const { url: path = '/', method } = incoming
    if (path.startsWith('/assets/')) proxy.files.push(path)
    if (path === newerList) return reply.setHeader('content-type', 'application/json').end(JSON.stringify(proxy.newer))
    const headers: IncomingHttpHeaders = { ...incoming.headers, 'accept-encoding': 'identity' }
    // The page that the browser has names the former build.
    if (proxy.newer) delete headers['if-none-match']
    const outgoing = request({ hostname, port, path, method, headers }, (answer) => {
      const isPage = proxy.newer !== undefined && answer.headers['content-type']?.startsWith('text/html')
      if (!isPage) return answer.pipe(reply.writeHead(answer.statusCode!, answer.headers))
      const { 'content-length': _length, ...rest } = answer.headers
      reply.writeHead(answer.statusCode!, rest)
      let page = ''
      answer.setEncoding('utf8').on('data', (part: string) => (page += part))
      return answer.on('end', () => reply.end(page.replace(/(name="worker-files" content=")[^"]+/, `$1${newerList}`)))
    })
    outgoing.on('error', () => reply.destroy())
    reply.on('close', () => outgoing.destroy())
    return incoming.pipe(outgoing)
  }
  const server = createServer(pass)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const proxy: Proxy = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files: [],
    connected: true,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return proxy
}
