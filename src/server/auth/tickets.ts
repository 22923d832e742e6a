// Opaque tickets between two calls:
// second step, proof, challenge, a redirect through another system. Only the digest is stored. A ticket has one
// purpose, expires soon, and is consumed once by any server.
import { randomBytes } from 'node:crypto'
import sql, { empty } from 'sql-template-tag'
import type { Context } from '../context/context'
import { digestOf } from './sessions'

export type TicketPurpose = 'secondStep' | 'enrolment' | 'factor' | 'challenge' | 'proof' | 'attempt'

interface Ticket {
  readonly account: number | null
  /** Digest of the session that it belongs to. */
  readonly session: string | null
  readonly data: Readonly<Record<string, unknown>>
}

interface NewTicket extends Partial<Ticket> {
  readonly purpose: TicketPurpose
  readonly now: Date
}

type Query = Context['query']

const ticketLifetimeMs = 5 * 60_000
/** Attempts allowed on a ticket that they do not consume. */
const maxTries: Readonly<Partial<Record<TicketPurpose, number>>> = { secondStep: 10, enrolment: 30, factor: 5 }

/** Returns the ticket, which is stored nowhere. Deletes expired tickets. */
export async function giveTicket(
  query: Query,
  { purpose, now, account = null, session = null, data = {} }: NewTicket,
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await query(sql`
    with swept as (delete from "_ticket" where "expiresAt" < ${now})
    insert into "_ticket" ("digest", "purpose", "account", "session", "data", "tries", "expiresAt")
    values (${digestOf(ticket)}, ${purpose}, ${account}, ${session}, ${JSON.stringify(data)}::jsonb, 0,
      ${new Date(now.getTime() + ticketLifetimeMs)})`)
  return ticket
}

/** The ticket, without consuming it; counts an attempt. */
export async function tryTicket(
  query: Query,
  purpose: TicketPurpose,
  ticket: string,
  now: Date,
): Promise<Ticket | undefined> {
  const [row] = await query<Ticket>(sql`
    update "_ticket" set "tries" = "tries" + 1
    where "digest" = ${digestOf(ticket)} and "purpose" = ${purpose}
      and "tries" < ${maxTries[purpose] ?? 1} and "expiresAt" > ${now}
    returning "account", "session", "data"`)
  return row && ticketOf(row)
}

/**
 * Consumes a ticket: of several concurrent attempts one gets it. `owner`: it must belong to this account and session.
 */
export async function takeTicket(
  query: Query,
  purpose: TicketPurpose,
  ticket: string,
  { now, owner }: { readonly now: Date; readonly owner?: Pick<Ticket, 'account' | 'session'> },
): Promise<Ticket | undefined> {
  const belonging = owner
    ? sql` and "account" = ${owner.account}::bigint and "session" is not distinct from ${owner.session}::text`
    : empty
  const [row] = await query<Ticket>(sql`
    delete from "_ticket"
    where "digest" = ${digestOf(ticket)} and "purpose" = ${purpose} and "expiresAt" > ${now}${belonging}
    returning "account", "session", "data"`)
  return row && ticketOf(row)
}

const ticketOf = ({ account, ...row }: Ticket): Ticket => ({
  ...row,
  account: account === null ? null : Number(account),
})
