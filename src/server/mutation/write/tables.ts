// Creates the tables for writing: idempotency keys, document number counters, last runs of jobs.

/** Statements that create missing tables; they never change existing ones. */
export const transitionTables: readonly string[] = [
  `create table if not exists "_idempotency" (
    "account" bigint not null, "key" text not null, "digest" text not null, "answer" jsonb, "at" timestamptz not null,
      primary key ("account", "key"))`,
  `create index if not exists "_idempotency_at" on "_idempotency" ("at")`,
  `create table if not exists "_sequence" ("name" text primary key, "value" bigint not null)`,
  `create table if not exists "_timed" ("name" text primary key, "at" timestamptz not null)`,
]
