// Which file of the built page answers an address? Hashed assets for ever; the page itself, with what it needs first written into it, for every address that is no file.
import { createHash } from 'node:crypto'
import { access, readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type ServeWeb = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<boolean>

const year = 31_536_000
const notBuilt = '网页尚未构建，请运行 npm run build · The web page is not built yet: run npm run build\n'

/** Answers `true` when it has answered: a file of the folder, or the page itself to a browser that navigates. */
export async function serveWeb(
  server: FastifyInstance,
  webFolder: string,
  entry: () => { readonly revision: string },
): Promise<ServeWeb> {
  const folder = resolve(webFolder)
  const files = await filesOf(folder)
  const page = files.has('index.html')
    ? createPage(await readFile(join(folder, 'index.html'), 'utf8'), entry)
    : undefined
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  return async (request, reply, path) => {
    const name = decoded(path)
    if (name !== undefined && files.has(name) && name !== 'index.html') {
      // The build puts a digest of the content into the names below assets/.
      void reply.header(
        'cache-control',
        name.startsWith('assets/') ? `public, max-age=${year}, immutable` : 'public, max-age=300',
      )
      reply.sendFile(name)
      return true
    }
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return false
    void reply.header('cache-control', 'no-cache')
    if (!page) void reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    else {
      const { html, etag } = page()
      void reply.header('etag', etag)
      if (request.headers['if-none-match'] === etag) void reply.code(304).send()
      else void reply.type('text/html; charset=utf-8').send(html)
    }
    return true
  }
}

/** The page with its entry data, put together once for each revision. */
function createPage(
  template: string,
  entry: () => { readonly revision: string },
): () => { readonly html: string; readonly etag: string } {
  let made: { revision: string; html: string; etag: string } | undefined
  return () => {
    const data = entry()
    if (made?.revision !== data.revision) {
      // A data block is not run, so the content policy lets it be; "<" is escaped so that no text can end the block.
      const block = `<script type="application/json" id="entry">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`
      const html = template.replace('</head>', () => `${block}</head>`)
      made = {
        revision: data.revision,
        html,
        etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
      }
    }
    return made
  }
}

async function filesOf(folder: string): Promise<Set<string>> {
  try {
    await access(folder)
  } catch {
    // Without the page the calls still work: notBuilt is what a browser is told.
    return new Set()
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')),
  )
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path).replace(/^\//, '')
  } catch {
    // A malformed escape is no file's name.
    return undefined
  }
}
