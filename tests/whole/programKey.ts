// Opens service accounts and creates their API keys, like a person in the page.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import type { Teller } from '../story/teller'

export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface ServiceAccount {
  /** With whose role. */
  readonly person: string
  readonly name: string
  readonly values?: Readonly<Record<string, unknown>>
}

/** Tries to open a service account with the role of a person, in the store and with the scope of its creator. */
export async function openServiceAccount(teller: Teller, creator: string, { person, name, values }: ServiceAccount) {
  const read = async (role: string) => {
    const { id } = await teller.account(role)
    return (await teller.call<RecordAnswer>(creator, '/api/record', { entity: 'employee', id })).data.record.values
  }
  const [{ role }, { store, dataScope }] = await Promise.all([read(person), read(creator)])
  const idOf = (value: unknown) => (value as { id: number }).id
  return teller.call<RunAnswer>(creator, '/api/run', {
    entity: 'employee',
    transition: 'openService',
    values: { system: name, store: idOf(store), role: idOf(role), dataScope, serviceUntil: dayIn(30), ...values },
    key: randomUUID(),
  })
}

/** A key of a service account with the role of a person; a guide's is created by the owner. */
export async function createKey(teller: Teller, person: string): Promise<string> {
  const creator = person === 'guide' ? 'owner' : person
  const name = `agent of ${person}`
  const opened = await openServiceAccount(teller, creator, { person, name })
  expect(opened, person).toMatchObject({ code: 2000 })
  const created = await teller.call<RunAnswer>(creator, '/api/run', {
    entity: 'programKey',
    transition: 'create',
    values: { name, account: opened.data.id, expiresOn: dayIn(5) },
    key: randomUUID(),
  })
  expect(created, person).toMatchObject({ code: 2000 })
  return created.data.secret!
}
