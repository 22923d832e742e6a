// Serves the built page: hashed assets with long caching, the page itself for every other address.
// The page contains the data that it needs first.
import { createHash, randomBytes } from 'node:crypto'
import { access, readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messageText, type Locale } from '../../manifest/expression/message'
import { documentLanguage } from '../../manifest/expression/values/dayStyles'
import type { Product } from '../../manifest/model/product'
import { cookieOf, pageLanguage } from '../context/language'
import { inAllLanguages, phrase } from '../context/phrases'
import { withStyleNonce } from './securityHeaders'
import { installLinks, serveWebAppManifest, type InstallableProduct } from './webAppManifest'

type ServeWeb = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<boolean>

interface PageEntry {
  readonly product: InstallableProduct & Pick<Product, 'passthroughOrigins'>
}

/** The entry in the language of the browser's cookies: the same object until the manifests change. */
export type PageEntryOf = (cookies: string | undefined) => PageEntry

const maxAgeSeconds = 31_536_000
const policyHeader = 'content-security-policy'
/** In the rendered page, where the nonce of each answer goes. */
const nonceMark = '{nonce}'

/** Returns `true` when it has replied: with a file of the folder, or with the page to a browser that navigates. */
export async function serveWeb(server: FastifyInstance, webFolder: string, entry: PageEntryOf): Promise<ServeWeb> {
  const folder = resolve(webFolder)
  const files = await filesOf(folder)
  const page = files.has('index.html')
    ? createPage(await readFile(join(folder, 'index.html'), 'utf8'), entry, {
        preloads: await preloadsOf(folder, files),
        worker: await workerFilesOf(folder, files),
      })
    : undefined
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  serveWebAppManifest(server, (cookies) => entry(cookies).product)
  return async (request, reply, path) => {
    const name = decoded(path)
    if (name !== undefined && files.has(name) && name !== 'index.html') {
      // The build puts a digest of the content into the names below assets/.
      void reply.header(
        'cache-control',
        name.startsWith('assets/') ? `public, max-age=${maxAgeSeconds}, immutable` : 'public, max-age=300',
      )
      reply.sendFile(name)
      return true
    }
    const { accept = 'text/html' } = request.headers
    if (!/\btext\/html\b/.test(accept) && !(path === '/' && accept.includes('*/*'))) return false
    // No shared caches: their users would share its nonce.
    void reply.headers({ 'cache-control': 'private, no-cache', vary: 'cookie' })
    if (!page)
      void reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send(`${inAllLanguages('page_not_built')}\n`)
    else {
      const { html, etag } = page(request.headers.cookie)
      void reply.header('etag', etag)
      const policy = String(reply.getHeader(policyHeader))
      // The browser's cached page keeps the nonce and the policy it was sent with.
      if (request.headers['if-none-match'] === etag) void reply.removeHeader(policyHeader).code(304).send()
      else {
        const nonce = randomBytes(16).toString('base64url')
        void reply
          .header(policyHeader, withStyleNonce(policy, nonce))
          .type('text/html; charset=utf-8')
          .send(html.replace(nonceMark, nonce))
      }
    }
    return true
  }
}

interface RenderedPage {
  readonly html: string
  readonly etag: string
}

/** What the build lists for preloading: addresses of files, and of the texts by language. */
interface Preloads {
  /** For every caller; the rest is for signed-in callers. */
  readonly page: readonly string[]
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly texts: Readonly<Record<string, string>>
}

async function preloadsOf(folder: string, files: ReadonlySet<string>): Promise<Preloads> {
  if (!files.has('preload.json')) return { page: [], scripts: [], styles: [], texts: {} }
  return JSON.parse(await readFile(join(folder, 'preload.json'), 'utf8')) as Preloads
}

/** Parameters of the page's worker: the list of built files, and the offline page by language. */
interface WorkerFiles {
  readonly list: string
  readonly pages: Readonly<Record<string, string>>
}

async function workerFilesOf(folder: string, files: ReadonlySet<string>): Promise<WorkerFiles | undefined> {
  if (!files.has('worker.json')) return undefined
  return JSON.parse(await readFile(join(folder, 'worker.json'), 'utf8')) as WorkerFiles
}

function workerSettings({ list, pages }: WorkerFiles, language: string): string {
  const page = pages[language] ?? Object.values(pages)[0]
  return page === undefined
    ? ''
    : `<meta name="worker-files" content="${list}" /><meta name="worker-offline" content="${page}" />`
}

/** Preloads what the page would otherwise request only after its first scripts have run. */
function preloadLinks({ page, scripts, styles, texts }: Preloads, language: string, isSignedIn: boolean): string {
  const text = texts[language]
  return [
    ...[...page, ...(text === undefined ? [] : [text]), ...(isSignedIn ? scripts : [])].map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}" />`,
    ),
    ...(isSignedIn ? styles : []).map((file) => `<link rel="preload" as="style" crossorigin href="/${file}" />`),
  ].join('')
}

/** The page before its scripts run, for screen readers and for browsers that run none. */
function inLanguage(template: string, locale: Locale): string {
  return template
    .replace(/<html[^>]*>/, `<html lang="${documentLanguage(locale.language)}">`)
    .replace('<noscript></noscript>', `<noscript>${messageText(phrase('page_needs_script'), locale)}</noscript>`)
}

/** The page with its entry data, rendered once per entry; only its nonce differs between answers. */
function createPage(
  template: string,
  entry: PageEntryOf,
  { preloads, worker }: { readonly preloads: Preloads; readonly worker: WorkerFiles | undefined },
): (cookies: string | undefined) => RenderedPage {
  const pages = { signedIn: new WeakMap<PageEntry, RenderedPage>(), signedOut: new WeakMap<PageEntry, RenderedPage>() }
  return (cookies) => {
    const data = entry(cookies)
    const isSignedIn = cookieOf(cookies, data.product.cookies.token) !== undefined
    const rendered = isSignedIn ? pages.signedIn : pages.signedOut
    let created = rendered.get(data)
    if (!created) {
      // A data block is not executed, so the content policy allows it; "<" is escaped so that no text can end the
      // block.
      const block = `<script type="application/json" id="entry">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`
      const language = pageLanguage(data.product, cookies)
      const links = preloadLinks(preloads, language, isSignedIn) + (worker ? workerSettings(worker, language) : '')
      const html = inLanguage(template, { language, languages: data.product.languages }).replace(
        '</head>',
        () => `<meta property="csp-nonce" nonce="${nonceMark}" />${links}${installLinks(data.product)}${block}</head>`,
      )
      created = {
        html,
        etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
      }
      rendered.set(data, created)
    }
    return created
  }
}

async function filesOf(folder: string): Promise<Set<string>> {
  try {
    await access(folder)
  } catch {
    // Without a built page the calls still work; the browser gets a notice that names the build command.
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
    // A malformed escape names no file.
    return undefined
  }
}
