// Creates the tables for writing: idempotency keys, undo, number counters, last runs of jobs.

/** Statements that create missing tables; they never change existing ones. */
export const writingTables: readonly string[] = [
  `create table if not exists "_idempotency" (
    "account" bigint not null, "key" text not null, "digest" text not null, "answer" jsonb, "at" timestamptz not null,
      primary key ("account", "key"))`,
  `create index if not exists "_idempotency_at" on "_idempotency" ("at")`,
  // What a run overwrote, while it can be undone; `answer`: set once it was.
  `create table if not exists "_undo" (
    "run" text primary key, "account" bigint not null, "tenant" bigint, "entity" text not null,
    "transition" text not null, "record" bigint not null, "images" jsonb not null, "at" timestamptz not null,
    "answer" jsonb)`,
  `create index if not exists "_undo_at" on "_undo" ("at")`,
  `create table if not exists "_sequence" ("name" text primary key, "value" bigint not null)`,
  `create table if not exists "_timed" ("name" text primary key, "at" timestamptz not null)`,
]
