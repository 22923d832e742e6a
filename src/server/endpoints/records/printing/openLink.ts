// GET /shared?key=…: opens a document that was sent as a link, without a session.
// Serves the file as sent, as long as the sender may sign in, print the document and read every value in the file.
import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { entityOf, type App } from '../../../../manifest/model/app'
import { messageText } from '../../../../manifest/expression/message'
import { escapedMarkup } from '../../../../manifest/fieldTypes/formattedText'
import { isLastingRefusal, RequestError } from '../../../../protocol/requestError'
import type { Reply } from '../../../../protocol/transport'
import { accountQueryOwner } from '../../../auth/callers'
import { createPeriodCounts } from '../../../auth/periodCounts'
import { digestOf } from '../../../auth/sessions'
import { databaseError } from '../../../database/connection/databaseError'
import { localeOf, phrase } from '../../../context/phrases'
import { streamReply, StreamedReply } from '../../../context/streamedReply'
import { findFile } from '../../../files/fileRecords'
import { recordAudit } from '../../../mutation/audit'
import type { RequestContext } from '../../contract/operation'
import { isPathWithheld } from '../../contract/readableDocument'
import { linkedDocument } from './printDocument'

interface Link {
  readonly id: number
  readonly account: number
  readonly entity: string
  readonly record: number
  readonly document: string
  readonly language: string
  readonly file: string
  /** The values in the file; null: those of the document, of a link that was made before they were kept. */
  readonly paths: readonly string[] | null
  readonly isOver: boolean
}

/** Maximum openings per address and minute. */
const maxOpenings = 60
const countOpenings = createPeriodCounts<string>(60_000)

/** Answers with a page instead of an envelope, because a person reads it. */
export async function openLink(context: RequestContext): Promise<Reply> {
  try {
    return await linkReply(context)
  } catch (error) {
    const refusal = error instanceof RequestError ? error : databaseError(error)
    if (!refusal) throw error
    return page(context.app, 503, 'away', { 'retry-after': String(refusal.retryAfter ?? 60) })
  }
}

async function linkReply(context: RequestContext): Promise<Reply> {
  const { app, call, now, server } = context
  const wait = countOpenings(call.address ?? '', 1, maxOpenings, now)
  if (wait > 0) return page(app, 429, 'busy', { 'retry-after': String(wait) })
  const token = new URLSearchParams(call.path.split('?')[1]).get('key') ?? ''
  const [link] = await context.query<Link>(sql`select "id", "account", "entity", "record", "document",
    "language", "file", "paths", "endedAt" is not null or "expiresAt" <= ${now} as "isOver"
    from "_documentLink" where "digest" = ${digestOf(token)}`)
  if (!link) return page(app, 404, 'unknown')
  const sender = link.isOver ? undefined : await senderOf(context, link)
  const file = sender && (await findFile(sender, link.file))
  if (!sender || !file) return page(app, 410, 'ended')
  const stream: Readable = await server.files.read(file.digest).catch((error: unknown) => {
    server.log.error('The file of a document link could not be read', error)
    throw new RequestError('file_store_unavailable')
  })
  await server.database.query(sql`update "_documentLink" set "opened" = "opened" + 1, "openedAt" = ${now}
    where "id" = ${link.id}::bigint`)
  const { entity, record, document } = link
  const detail = JSON.stringify({ document, link: link.id })
  await recordAudit({ ...sender, call }, { action: 'linkOpened', by: null, entity, recordId: record, detail })
  const reply = streamReply(new StreamedReply(stream, file.type, { name: file.name, isStored: true }))
  const { 'content-disposition': disposition = '', 'content-security-policy': _, ...headers } = reply.headers
  const inline = disposition.replace('attachment', 'inline')
  return { ...reply, headers: { ...headers, ...unlisted, 'content-disposition': inline } }
}

const unlisted = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }

/** The context of the account behind a link, if it could send the document now and no value in the file is withheld. */
async function senderOf(context: RequestContext, link: Link): Promise<RequestContext | undefined> {
  const { app, now, server } = context
  const caller = await server.callers.ofAccount(app, link.account, link.language, now)
  if (!caller) return undefined
  const queryOwner = accountQueryOwner(caller)
  const sender: RequestContext = {
    ...context,
    caller,
    queryOwner,
    query: (statement) => server.database.readFor(statement, { ...queryOwner, large: false }),
  }
  const { entity, record, document } = link
  try {
    await linkedDocument(sender, { entity, id: record, document })
    const { documents } = entityOf(app, entity)
    const paths = link.paths ?? documents.find(({ name }) => name === document)?.readPaths
    const isNarrower = paths?.some((path) => isPathWithheld(sender, entityOf(app, entity), path))
    return isNarrower ? undefined : sender
  } catch (error) {
    if (isLastingRefusal(error)) return undefined
    throw error
  }
}

const texts = {
  unknown: ['link_unknown_title', 'link_unknown_text'],
  ended: ['link_ended_title', 'link_ended_text'],
  busy: ['link_busy_title', 'link_busy_text'],
  away: ['link_away_title', 'link_away_text'],
} as const

/** A page in every language of the product: the reader has no session and may know none of them. */
function page(app: App, status: number, kind: keyof typeof texts, more: Record<string, string> = {}): Reply {
  const { languages } = app.product
  const parts = languages.map((language) => {
    const locale = localeOf(app.product, language)
    const [title = '', text = ''] = texts[kind].map((key) => escapedMarkup(messageText(phrase(key), locale)))
    return { title, section: `<section lang="${language}"><h1>${title}</h1><p>${text}</p></section>` }
  })
  const titles = [...new Set(parts.map(({ title }) => title))].join(' · ')
  const body = pageText
    .replace('<html>', () => `<html lang="${languages[0]}">`)
    .replace('<title></title>', () => `<title>${titles}</title>`)
    .replace('<main></main>', () => `<main>${parts.map(({ section }) => section).join('')}</main>`)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ...unlisted,
    ...more,
  }
  return { status, headers, body }
}

const pageText = `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title></title><style>
body { margin: 0; background: #f4f5f7; color: #1f2328; font: 16px/1.7 system-ui, "Noto Sans SC", "PingFang SC", sans-serif }
main { max-width: 30rem; margin: 18vh auto 0; padding: 2rem; border-radius: 12px; background: #fff }
section + section { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid #e3e5e8 }
h1 { margin: 0 0 .25rem; font-size: 1.25rem } p { margin: 0; color: #57606a }
@media (max-width: 600px) { main { margin: 12vh 1rem 0 } }
</style></head><body><main></main></body></html>
`
