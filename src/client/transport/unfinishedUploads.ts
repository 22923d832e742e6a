// Remembers the unfinished uploads of this browser,
// to continue when the same file is chosen again. Deleted at sign-out.
import { jsonIn } from '../../manifest/json/jsonText'
import { deviceStorage, ignoringStorageErrors } from '../storage/browserStorage'

interface Unfinished {
  readonly account: number
  readonly name: string
  readonly size: number
  readonly lastModified: number
  /** Of the upload. */
  readonly id: string
}
type SameFile = Pick<File, 'name' | 'size' | 'lastModified'>

const stored = 'unfinishedUploads'
const maxRemembered = 20

/**
 * The upload's id; undefined if there is none. Files count as the same by name, size in bytes and time of change, not
 * by content.
 */
export function unfinishedUpload(account: number, file: SameFile): string | undefined {
  return entries().find((entry) => isOf(entry, account, file))?.id
}

/** Stores the upload's id over an earlier one of the same file; keeps the 20 latest of this browser. */
export function rememberUnfinished(account: number, file: SameFile, id: string): void {
  const { name, size, lastModified } = file
  const others = entries().filter((entry) => !isOf(entry, account, file))
  write([{ account, name, size, lastModified, id }, ...others].slice(0, maxRemembered))
}

/** Deletes the entry of a file that has arrived, or whose upload the server no longer has. */
export function forgetUnfinished(account: number, file: SameFile): void {
  write(entries().filter((entry) => !isOf(entry, account, file)))
}

/** Deletes the entries of every account, also of others who used this browser. */
export function forgetAllUnfinished(): void {
  write([])
}

function isOf(entry: Unfinished, account: number, { name, size, lastModified }: SameFile): boolean {
  return entry.account === account && entry.name === name && entry.size === size && entry.lastModified === lastModified
}

function write(all: readonly Unfinished[]): void {
  // If the storage is full, a file starts over after the page was closed.
  ignoringStorageErrors(() => deviceStorage().setItem(stored, JSON.stringify(all)))
}

function entries(): readonly Unfinished[] {
  // Other code may have written it.
  const value = jsonIn(ignoringStorageErrors(() => deviceStorage().getItem(stored)) ?? '')
  return Array.isArray(value) ? (value as readonly Unfinished[]) : []
}
