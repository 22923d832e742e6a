// Sends documents as expiring links to the PDF of that moment, found by a digest of the token.
// A link belongs to the account that made it.
import { randomBytes } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { msPerDay } from '../../../../manifest/expression/values/days'
import { linkPath, type CreatedLink, type CreateLinkRequest, type SentLink } from '../../../../protocol/fileCalls'
import { RequestError } from '../../../../protocol/requestError'
import { digestOf } from '../../../auth/sessions'
import type { Database } from '../../../database/connection/openDatabase'
import { deleteOlder } from '../../../database/sql/deleteOlder'
import { lockNamed } from '../../../database/sql/lockNamed'
import { releasedFiles } from '../../../files/fileRecords'
import { saveServerFile } from '../../../files/saveUpload'
import { recordAudit } from '../../../mutation/audit'
import type { RequestContext } from '../../contract/operation'
import { linkedDocument } from './printDocument'

/** Maximum active links of an account. */
const maxLinks = 200
/** Days for which an expired link is reported as expired rather than unknown. */
const rememberedDays = 30
/** Expired links that one statement ends. */
const maxEndedLinks = 1_000

/** @throws RequestError like `printDocument`; document_not_sent_as_link, link_too_long, too_many_links */
export async function createLink(
  context: RequestContext,
  { days, ...request }: CreateLinkRequest,
): Promise<CreatedLink> {
  const { caller, now, server } = context
  const { title, maxDays, paths, bytes } = await linkedDocument(context, request)
  if (days > maxDays) throw new RequestError('link_too_long', { count: maxDays })
  const account = Number(caller.me.id)
  await assertRoom(context.query, account, now)
  // The file belongs to the link alone: no record carries it, and its account cannot reach it otherwise. Without the
  // link it is unused.
  const file = await saveServerFile(context, `${title}.pdf`, await bytes())
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + days * msPerDay)
  const { entity, id, document } = request
  const link = await server.database.transaction(async ({ query }) => {
    await lockNamed(query, `links ${account}`)
    await assertRoom(query, account, now)
    const [added] = await query<{ id: number }>(sql`with used as (
        update "_file" set "kept" = true where "id" = ${file.id})
      insert into "_documentLink"
      ("digest", "account", "entity", "record", "document", "title", "language", "file", "createdAt", "expiresAt",
        "paths")
      values (${digestOf(token)}, ${account}::bigint, ${entity}, ${id}::bigint, ${document}, ${title},
        ${caller.language}, ${file.id}, ${now}, ${expiresAt}, ${JSON.stringify(paths)}::jsonb) returning "id"`)
    return added!.id
  })
  const detail = JSON.stringify({ document, link, until: expiresAt.toISOString() })
  await recordAudit(context, { action: 'linkCreated', entity, recordId: id, detail })
  return { path: `${linkPath}?key=${token}`, expiresAt: expiresAt.toISOString() }
}

/** @throws RequestError too_many_links */
async function assertRoom(query: RequestContext['query'], account: number, now: Date): Promise<void> {
  const [open] = await query<{ count: number }>(sql`select count(*)::int as "count"
    from "_documentLink" where "account" = ${account}::bigint and "endedAt" is null and "expiresAt" > ${now}`)
  if (open!.count >= maxLinks) throw new RequestError('too_many_links', { count: maxLinks })
}

/**
 * The caller's links that still open, newest first and at most `maxLinks`; without their tokens, which nothing stores.
 * Moments are ISO 8601.
 */
export async function listLinks({ caller, now, query }: RequestContext): Promise<readonly SentLink[]> {
  const rows = await query<SentLink>(sql`select "id"::int as "id", "entity", "record"::int as "record",
    "title", "createdAt", "expiresAt", "opened", "openedAt" from "_documentLink"
    where "account" = ${Number(caller.me.id)}::bigint and "endedAt" is null and "expiresAt" > ${now}
    order by "id" desc limit ${maxLinks}`)
  return rows.map((row) => ({
    ...row,
    createdAt: moment(row.createdAt)!,
    expiresAt: moment(row.expiresAt)!,
    openedAt: moment(row.openedAt),
  }))
}

const moment = (value: string | null): string | null => (value === null ? null : new Date(value).toISOString())

/** @throws RequestError link_not_found for one of another account, and for one that has ended */
export async function endLink(context: RequestContext, { id }: { readonly id: number }): Promise<null> {
  const { caller, now, server } = context
  const [ended] = await server.database.query<{ entity: string; record: string; document: string }>(
    endedLinks(sql`update "_documentLink" set "endedAt" = ${now} where "id" = ${id}::bigint
      and "account" = ${Number(caller.me.id)}::bigint and "endedAt" is null and "expiresAt" > ${now}`),
  )
  if (!ended) throw new RequestError('link_not_found')
  const { entity, record, document } = ended
  const detail = JSON.stringify({ document, link: id })
  await recordAudit(context, { action: 'linkEnded', entity, recordId: Number(record), detail })
  return null
}

/** Releases the files of expired links, and deletes the links some time later. */
export async function sweepLinks(database: Pick<Database, 'query'>, now: Date): Promise<void> {
  while (await endExpired(database, now));
  const before = new Date(now.getTime() - rememberedDays * msPerDay)
  await deleteOlder(database.query, { table: '_documentLink', since: 'endedAt', before })
}

/** Ends some of the expired links; whether there may be more. */
async function endExpired(database: Pick<Database, 'query'>, now: Date): Promise<boolean> {
  const ended = await database.query(
    endedLinks(sql`update "_documentLink" set "endedAt" = "expiresAt"
      where "id" in (select "id" from "_documentLink" where "endedAt" is null and "expiresAt" <= ${now}
        order by "expiresAt" limit ${maxEndedLinks})`),
  )
  return ended.length === maxEndedLinks
}

/** The links that an update ends; their files are unused with it, so that none stays forever after a crash. */
const endedLinks = (update: Sql): Sql => sql`with ended as (${update} returning "entity", "record", "document", "file"),
    released as (${releasedFiles(sql`"id" in (select "file" from ended)`)})
  select "entity", "record", "document" from ended`
