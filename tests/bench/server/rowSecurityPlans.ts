// How does PostgreSQL plan with the second wall? Each statement of a read is planned twice on the same records:
// under the role that the policies restrict, and as the login of the server, which they do not.
import { createLog } from '../../../src/server/context/log'
import { readConfiguration } from '../../../src/server/context/configuration'
import type { Database } from '../../../src/server/database/connection/openDatabase'
import type { TenantReach } from '../../../src/server/database/connection/rowSecurity'
import { startServer } from '../../../src/server/boot/startServer'
import { ratio, table } from '../figures'
import { ask } from './load'

/** A question of one caller. */
export interface PlannedRead {
  readonly name: string
  readonly token: string
  readonly path: string
  readonly body: object
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Total Cost': number
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
  readonly reach: TenantReach
}

/** Prints what a read costs with row security beside without, as PostgreSQL estimates it, and which steps differ. */
export async function printPlans(
  environment: Readonly<Record<string, string>>,
  title: string,
  reads: readonly PlannedRead[],
  say: (line: string) => void,
): Promise<void> {
  const configuration = readConfiguration({ ...environment, RLS: 'on', PORT: '0', HOST: '127.0.0.1' })
  const server = await startServer({
    configuration,
    log: { ...createLog('error'), say: () => undefined },
    webFolder: 'dist',
  })
  try {
    const { database } = server.dependencies
    const sent = hearReads(database)
    const rows: string[][] = []
    const differences: string[] = []
    for (const { name, token, path, body } of reads) {
      sent.length = 0
      const isRefused = await ask({ url: server.address, path, token }, body).then(
        () => false,
        () => true,
      )
      if (isRefused) continue
      const costs = { within: 0, without: 0 }
      let different = 0
      for (const statement of [...sent]) {
        const within = await planOf(database, statement, statement.reach)
        const without = await planOf(database, statement, undefined)
        costs.within += within['Total Cost']
        costs.without += without['Total Cost']
        const [one, other] = [within, without].map((plan) => stepsOf(plan).join(' < '))
        if (one === other) continue
        different += 1
        differences.push(`${name}\n  with     ${one}\n  without  ${other}`)
      }
      rows.push([name, ratio(costs.within, costs.without), String(sent.length), different > 0 ? String(different) : ''])
    }
    say(table([`Plans of ${title}`, 'cost', 'statements', 'differ'], rows))
    say(`\n${[...new Set(differences)].join('\n')}\n`)
  } finally {
    await server.close()
  }
}

/** The statements that callers' reads send from now on. */
function hearReads(database: Database): Sent[] {
  const sent: Sent[] = []
  const { readFor } = database
  database.readFor = (statement, reader) => {
    sent.push({ text: statement.text, values: statement.values, reach: reader.reach })
    return readFor(statement, reader)
  }
  return sent
}

/** `reach` undefined: as the login of the server. */
async function planOf(
  { pool, rowSecurity }: Database,
  { text, values }: Sent,
  reach: TenantReach | undefined,
): Promise<Plan> {
  const client = await pool.connect()
  try {
    await rowSecurity!.enter(client, reach)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, [
      ...values,
    ])
    return rows[0]!['QUERY PLAN'][0].Plan
  } finally {
    client.release()
  }
}

/** The steps that read tables, in the order of the plan. */
const stepsOf = (plan: Plan): string[] => [
  ...(plan['Relation Name'] === undefined && plan['Index Name'] === undefined
    ? []
    : [`${plan['Node Type']} ${plan['Index Name'] ?? plan['Relation Name']}`]),
  ...(plan.Plans ?? []).flatMap(stepsOf),
]
