// Remembers the first reads of an address, so that its next cold load can send them at once.
// Stores only requests of plain addresses, and deletes them when the session ends.
import { jsonIn } from '../../manifest/json/jsonText'
import { deviceStorage, ignoringStorageErrors } from '../storage/browserStorage'

/** A read by POST: its path and its body. */
export type FirstRead = readonly [path: string, body: object]

interface Remembered {
  readonly address: string
  readonly reads: readonly FirstRead[]
}

const stored = 'firstReads'
const maxAddresses = 12
const maxReads = 6

/** The first reads of the address last time in this browser. `address`: path without a query. */
export function firstReadsOf(address: string, device: Storage = deviceStorage()): readonly FirstRead[] {
  return entriesOf(device).find((entry) => entry.address === address)?.reads ?? []
}

/** Stores the reads of an address and drops the least recent one. */
export function rememberFirstReads(
  address: string,
  reads: readonly FirstRead[],
  device: Storage = deviceStorage(),
): void {
  const others = entriesOf(device).filter((entry) => entry.address !== address)
  const entries = reads.length > 0 && reads.length <= maxReads ? [{ address, reads }, ...others] : others
  // If the storage is full, the next load is only slower.
  ignoringStorageErrors(() => device.setItem(stored, JSON.stringify(entries.slice(0, maxAddresses))))
}

/** Deletes the reads of all addresses: they name the records of the account whose session ends. */
export function forgetFirstReads(device: Storage = deviceStorage()): void {
  device.removeItem(stored)
}

function entriesOf(device: Storage): readonly Remembered[] {
  // Other code may have written it.
  const value = jsonIn(ignoringStorageErrors(() => device.getItem(stored)) ?? '')
  return Array.isArray(value) ? value.filter(isRemembered) : []
}

function isRemembered(value: unknown): value is Remembered {
  const { address, reads } = (value ?? {}) as Partial<Remembered>
  return (
    typeof address === 'string' &&
    Array.isArray(reads) &&
    reads.every(
      (read: unknown) =>
        Array.isArray(read) && typeof read[0] === 'string' && typeof read[1] === 'object' && read[1] !== null,
    )
  )
}
