// Which tables does the server keep for itself, apart from the records? Sessions, secrets, attempts, preferences and files, and what writing keeps.
// Only ever adds; nothing here holds a token or a password in a readable form.
import sql, { raw } from 'sql-template-tag'
import type { Database } from './database/open'
import { transitionTables } from './transition/tables'

const tables = [
  `create table if not exists "_session" (
    "digest" text primary key, "account" bigint not null, "createdAt" timestamptz not null, "expiresAt" timestamptz not null, "usedAt" timestamptz not null, "address" text, "agent" text)`,
  `create index if not exists "_session_account" on "_session" ("account")`,
  `create table if not exists "_handle" ("digest" text primary key, "account" bigint not null, "expiresAt" timestamptz not null)`,
  `create table if not exists "_attempt" ("key" text primary key, "failures" int not null, "until" timestamptz not null, "at" timestamptz not null)`,
  `create table if not exists "_code" (
    "key" text primary key, "digest" text not null, "tries" int not null, "expiresAt" timestamptz not null, "sentAt" timestamptz not null, "sent" int not null, "since" timestamptz not null)`,
  `create table if not exists "_secret" ("account" bigint primary key, "hash" text not null)`,
  `create table if not exists "_preference" ("account" bigint not null, "name" text not null, "value" jsonb not null, primary key ("account", "name"))`,
  `create table if not exists "_file" (
    "id" text primary key, "tenant" bigint, "digest" text not null, "name" text not null, "type" text not null, "size" bigint not null, "createdBy" bigint not null, "createdAt" timestamptz not null)`,
  `create table if not exists "_vault" ("account" bigint not null, "system" text not null, "sealed" text not null, primary key ("account", "system"))`,
  `create table if not exists "_outside" (
    "account" bigint not null, "system" text not null, "flag" int not null, "reason" text, "at" timestamptz not null, "jar" text, primary key ("account", "system"))`,
  `create table if not exists "_synced" ("name" text not null, "tenant" bigint not null, "tried" timestamptz not null, "at" timestamptz, primary key ("name", "tenant"))`,
  // Files from before this was kept count as used.
  `alter table "_file" add column if not exists "kept" boolean not null default true`,
  `alter table "_file" add column if not exists "thumbnail" text`,
  `create index if not exists "_file_thumbnail" on "_file" ("thumbnail")`,
  // Bytes that may lie in the store without a row that names them.
  `create table if not exists "_loose" ("digest" text primary key, "at" timestamptz not null)`,
  `create index if not exists "_file_digest" on "_file" ("digest")`,
  `create index if not exists "_file_unused" on "_file" ("createdBy", "createdAt") where not "kept"`,
  `create table if not exists "_demo" ("one" boolean primary key default true check ("one"), "accounts" jsonb not null)`,
]

/** Makes the tables that are missing. Several processes may do so at once. */
export async function prepareOwnTables(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    // "if not exists" alone is not safe between processes: two may both find nothing and one then fails.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('own tables'))`)
    for (const table of [...tables, ...transitionTables]) await tx.query(sql`${raw(table)}`)
  })
}
