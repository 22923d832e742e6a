// Leads records of the demo data to where transitions can be pressed that nothing else leads to.
// Appointments are over, and all pieces of an acceptance have passed.
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Database } from '../../src/server/database/connection/openDatabase'

const changes = {
  'appointment.miss': sql`update "appointment" set "at" = now() - interval '1 day'
    where "state" = 'booked' returning "id"`,
  'sampleAcceptance.pass': sql`update "sampleAcceptance.lines" set "result" = '1' where "parent" in
    (select "id" from "sampleAcceptance" where "state" = 'submitted') returning "parent"`,
}

export async function makePressable({ query }: Pick<Database, 'query'>): Promise<void> {
  for (const [name, change] of Object.entries(changes))
    expect((await query(change)).length, `the demo data have records for ${name}`).toBeGreaterThan(0)
}
