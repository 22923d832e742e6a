// Makes records due for each job of the product, as if time had passed.

/** By job: the statement that makes records of the dealer $1 due and answers their ids. */
export const due: Readonly<Record<string, string>> = {
  'customer.recycle': `WITH idle AS (
       SELECT c."id" FROM "customer" c WHERE c."dealer" = $1 AND c."state" = 'following'
       AND NOT EXISTS (SELECT 1 FROM "order" o WHERE o."dealer" = $1 AND o."customer" = c."id")
       AND NOT EXISTS (SELECT 1 FROM "receipt" r WHERE r."dealer" = $1 AND r."customer" = c."id") LIMIT 10
     ), followed AS (UPDATE "follow" SET "createdAt" = now() - interval '60 days' WHERE "dealer" = $1 AND "customer" IN (SELECT "id" FROM idle))
     UPDATE "customer" SET "stateAt" = now() - interval '60 days' WHERE "dealer" = $1 AND "id" IN (SELECT "id" FROM idle) RETURNING "id"`,
  ...Object.fromEntries(['', 2, 3].map((step, steps) => [`complaint.markOverdue${step}`, overdueComplaints(steps)])),
  'creditLine.expire': `UPDATE "creditLine" SET "validTo" = current_date - 10 WHERE "dealer" = $1 AND "state" IN ('active', 'frozen') RETURNING "id"`,
  'employee.expireService': `UPDATE "employee" SET "state" = 'service', "serviceUntil" = current_date - 10
     WHERE "dealer" = $1 AND "state" = 'serviceEnded' RETURNING "id"`,
  'employee.remindOfEnd': `UPDATE "employee" SET "serviceUntil" = current_date + 3, "remindedFor" = NULL
     WHERE "dealer" = $1 AND "state" = 'service' AND "serviceUntil" > current_date RETURNING "id"`,
  'order.remindSurvey': `UPDATE "order" o SET "stateAt" = now() - interval '200 days', "surveyRemindedOn" = NULL
     WHERE o."dealer" = $1 AND o."state" = 'completed' AND o."orderType" <> '5'
       AND NOT EXISTS (SELECT 1 FROM "evaluation" e WHERE e."dealer" = $1 AND e."order" = o."id" AND e."kind" = 'survey') RETURNING "id"`,
  'outMessage.retry': outgoing('failed', 'now()'),
  'programKey.expire': `INSERT INTO "programKey" ("dealer", "name", "role", "expiresOn", "state", "version", "createdAt", "stateAt")
     SELECT $1::bigint, 'old', min("id"), current_date - 1, 'active', 1, now(), now() FROM "role" WHERE "dealer" = $1 HAVING count(*) > 0 RETURNING "id"`,
  'outMessage.lose': outgoing('sending', `now() - interval '2 days'`),
}

/** Every third complaint, overdue for long, after `steps` steps of its reminders. */
function overdueComplaints(steps: number): string {
  const allowed = `CASE WHEN "level" = '1' THEN 7 WHEN "level" = '2' THEN 5 ELSE 2 END`
  const since = steps > 0 ? `((now() - interval '60 days') AT TIME ZONE 'Asia/Shanghai')::date + ${allowed}` : 'NULL'
  return `UPDATE "complaint" SET "createdAt" = now() - interval '60 days', "overdue" = ${steps > 0},
     "markOverdueStep" = nullif(${steps}, 0), "markOverdueSince" = ${since}
     WHERE "dealer" = $1 AND "state" <> 'closed' AND "id" % 3 = ${steps} RETURNING "id"`
}

function outgoing(state: string, at: string): string {
  return `INSERT INTO "outMessage" ("dealer", "channel", "kind", "address", "text", "tries", "state", "version", "createdAt", "stateAt")
    VALUES ($1, 'sms', 'information', '13800000001', '["一","One"]', 0, '${state}', 1, ${at}, ${at}) RETURNING "id"`
}
