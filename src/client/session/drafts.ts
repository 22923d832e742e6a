// Stores drafts of forms: plain in this tab, encrypted with a key of the account on this device.
// Only the signed-in account gets the key, because shop computers are shared. Removes drafts older than a week, and at
// sign-in those that the key no longer opens.
import { jsonIn } from '../../manifest/json/jsonText'
import { draftLifetimeMs } from '../../protocol/fileCalls'
import { deviceStorage, tabStorage, ignoringStorageErrors } from '../storage/browserStorage'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Reads and writes are synchronous; sealing follows. */
export interface Drafts extends Store {
  /** Loads the stored drafts of an account. `key`: 64 hexadecimal digits. */
  open(account: number, key: string): Promise<void>
  /** Whether every draft so far is sealed on the device, where it outlives the session; false without a key. */
  areKept(): Promise<boolean>
  /** Ends with the session: sealed drafts stay on the device, plain ones do not stay in this tab. */
  close(): Promise<void>
}

interface Places {
  /** Of this tab. */
  readonly tab?: Storage
  /** Of this device. */
  readonly device?: Storage
  readonly now?: () => number
}

interface Sealed {
  readonly at: number
  readonly nonce: string
  readonly text: string
}

const prefix = 'sealed:'

/**
 * A store of drafts that is empty until `open`; another `open` drops what it held in memory. Parameters are for tests.
 */
export function createDrafts({ tab = tabStorage(), device = deviceStorage(), now = Date.now }: Places = {}): Drafts {
  const byName = new Map<string, string>()
  /** Drafts with an entry on the device, which another tab may remove. */
  const sealedNames = new Set<string>()
  const pending = new Set<Promise<void>>()
  let cryptoKey: CryptoKey | null = null
  let isClosed = false

  const store = async (name: string, text: string): Promise<void> => {
    if (!cryptoKey) return
    const sealed = await seal(cryptoKey, name, text, now())
    // Deleted or rewritten while it was being sealed.
    if (byName.get(name) !== text) return
    if (ignoringStorageErrors(() => (device.setItem(prefix + name, JSON.stringify(sealed)), true)))
      sealedNames.add(name)
    else sealedNames.delete(name)
  }
  return {
    async open(account, secret) {
      isClosed = false
      byName.clear()
      sealedNames.clear()
      cryptoKey = await keyOf(secret)
      if (cryptoKey) await dropFormer(tab, account, cryptoKey, now())
      for (const [name, text] of await unsealAll(device, account, cryptoKey, now())) {
        byName.set(name, text)
        sealedNames.add(name)
      }
    },
    async areKept() {
      await Promise.all(pending)
      return cryptoKey !== null && [...byName.keys()].every((name) => sealedNames.has(name))
    },
    async close() {
      // Forms that are taken off the page write nothing any more.
      isClosed = true
      await Promise.all(pending)
      byName.clear()
      dropFrom(tab, (name) => /^draft(?:Key)?:/.test(name))
    },
    // The copy of this tab is the newer one.
    getItem(name) {
      const ofTab = ignoringStorageErrors(() => tab.getItem(name))
      if (ofTab !== null && ofTab !== undefined) return ofTab
      // Sent or discarded in another tab.
      if (sealedNames.has(name) && ignoringStorageErrors(() => device.getItem(prefix + name)) === null) {
        byName.delete(name)
        sealedNames.delete(name)
      }
      return byName.get(name) ?? null
    },
    setItem(name, text) {
      if (isClosed) return
      byName.set(name, text)
      writeTo(tab, name, text)
      const sealing = store(name, text).finally(() => pending.delete(sealing))
      pending.add(sealing)
    },
    removeItem(name) {
      byName.delete(name)
      sealedNames.delete(name)
      ignoringStorageErrors(() => device.removeItem(prefix + name))
      ignoringStorageErrors(() => tab.removeItem(name))
    },
  }
}

/**
 * The drafts of an account on this device. Removes the account's that the key does not open, and all that are too old.
 */
async function unsealAll(
  device: Storage,
  account: number,
  cryptoKey: CryptoKey | null,
  now: number,
): Promise<readonly (readonly [name: string, text: string])[]> {
  const drafts: [string, string][] = []
  const accountPrefix = `${prefix}draft:${account}:`
  for (const path of namesIn(device).filter((name) => name.startsWith(prefix))) {
    const name = path.slice(prefix.length)
    const sealed = readSealed(ignoringStorageErrors(() => device.getItem(path)))
    const late = !sealed || now - sealed.at > draftLifetimeMs
    const isOwn = cryptoKey !== null && path.startsWith(accountPrefix)
    const text = !late && isOwn ? await unseal(cryptoKey, name, sealed) : undefined
    if (text !== undefined) drafts.push([name, text])
    else if (late || isOwn) ignoringStorageErrors(() => device.removeItem(path))
  }
  return drafts
}

/** Removes this tab's plain drafts from before the account's rights, and thus its key, changed. */
async function dropFormer(tab: Storage, account: number, key: CryptoKey, at: number): Promise<void> {
  const mark = `draftKey:${account}`
  const sealed = readSealed(ignoringStorageErrors(() => tab.getItem(mark)))
  if (sealed && (await unseal(key, mark, sealed)) !== undefined) return
  dropFrom(tab, (name) => name.startsWith(`draft:${account}:`))
  const fresh = await seal(key, mark, mark, at)
  ignoringStorageErrors(() => tab.setItem(mark, JSON.stringify(fresh)))
}

function dropFrom(tab: Storage, isDropped: (name: string) => boolean): void {
  for (const name of namesIn(tab).filter(isDropped)) ignoringStorageErrors(() => tab.removeItem(name))
}

const namesIn = (store: Storage | undefined): string[] =>
  ignoringStorageErrors(() => Array.from({ length: store?.length ?? 0 }, (_, index) => store!.key(index) ?? '')) ?? []

function readSealed(text: string | null | undefined): Sealed | null {
  // Other code may have written it.
  const sealed = jsonIn(text ?? '') as Partial<Sealed> | null | undefined
  return typeof sealed?.at === 'number' && typeof sealed.nonce === 'string' && typeof sealed.text === 'string'
    ? { at: sealed.at, nonce: sealed.nonce, text: sealed.text }
    : null
}

/** null without a secure context: the browser has no cryptography then, and drafts live as long as their tab. */
async function keyOf(secret: string): Promise<CryptoKey | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  return subtle ? subtle.importKey('raw', bytesOfHex(secret), 'AES-GCM', false, ['encrypt', 'decrypt']) : null
}

/** If the storage is full, keeps nothing rather than an older copy that would be read first. */
function writeTo(tab: Storage, name: string, text: string): void {
  if (!ignoringStorageErrors(() => (tab.setItem(name, text), true))) ignoringStorageErrors(() => tab.removeItem(name))
}

/** Bound to its name: it does not open under another name. */
const cipher = (nonce: Uint8Array<ArrayBuffer>, name: string) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(name),
})

async function seal(cryptoKey: CryptoKey, name: string, text: string, storedAt: number): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(cipher(nonce, name), cryptoKey, new TextEncoder().encode(text))
  return { at: storedAt, nonce: toText(nonce), text: toText(new Uint8Array(sealed)) }
}

async function unseal(cryptoKey: CryptoKey, name: string, { nonce, text }: Sealed): Promise<string | undefined> {
  try {
    const opened = await crypto.subtle.decrypt(cipher(fromText(nonce), name), cryptoKey, fromText(text))
    return new TextDecoder().decode(opened)
  } catch {
    // Another key, or modified bytes: no draft in either case.
    return undefined
  }
}

/** Bytes converted by one call, since a call has a limited number of arguments. */
const chunkBytes = 8_192

/** A draft of hundreds of lines has 100 kB and is encrypted while the user types. */
function toText(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(start, start + chunkBytes))
  return btoa(text)
}
const fromText = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
const bytesOfHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
