// Creates an API key like a person in the page.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import type { Teller } from '../story/teller'

/** A key with the role of a person; a guide's is created by the owner. */
export async function createKey(teller: Teller, person: string): Promise<string> {
  const creator = person === 'guide' ? 'owner' : person
  const { id } = await teller.account(person)
  const { data } = await teller.call<RecordAnswer>(creator, '/api/record', { entity: 'employee', id })
  const role = data.record!.values.role as { id: number }
  const expiresOn = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const created = await teller.call<RunAnswer>(creator, '/api/run', {
    entity: 'programKey',
    transition: 'create',
    values: { name: `agent of ${person}`, role: role.id, expiresOn },
    key: randomUUID(),
  })
  expect(created, person).toMatchObject({ code: 2000 })
  return created.data.secret!
}
