// Seals secrets of integrations with AES-256-GCM under a key outside the database.
// Bound to account and purpose: a text moved to another account or integration cannot be opened.
// Only the server's own calls open one.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '../../context/startError'
import type { SecretStore } from '../contract/integrationContext'

const algorithm = 'aes-256-gcm'

/**
 * The store of a key of 32 bytes. `open` returns undefined for anything that this key has not sealed for this purpose.
 */
export function createSecretStore(key: Uint8Array): SecretStore {
  return {
    derive: (purpose) => createHmac('sha256', key).update(purpose).digest('hex'),
    seal(text, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < 28) return undefined
      try {
        const cipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
      } catch {
        // Another key, another purpose, or modified bytes: none of these gives a secret.
        return undefined
      }
    },
  }
}

/** The configured key, or the one of the data folder, generated when missing. @throws StartProblem */
export async function vaultKey(configured: Uint8Array | undefined, dataDir: string): Promise<Uint8Array> {
  if (configured) return configured
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret.key')
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(randomBytes(32).toString('hex'))
    await file.sync()
    await file.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const text = (await readFile(path, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new StartProblem(
      [
        `${path} does not hold a key of 64 hexadecimal digits. Put the right file back, or remove it:`,
        'kept passwords of outside systems are lost then and must be given again.',
      ].join(' '),
    )
  return Buffer.from(text, 'hex')
}
