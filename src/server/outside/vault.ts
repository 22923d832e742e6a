// How is a secret of another system kept? Sealed with AES-256-GCM under a key that is not in the database, bound to whose and what it is:
// a sealed text that is moved to another account or system cannot be opened, and nobody but the calls of the server ever opens one.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '../startProblem'

export interface Vault {
  /** `purpose`: what the text is and whose; the same must be said to open it. */
  seal(text: string, purpose: string): string
  /** Nothing when it was sealed under another key or for another purpose. */
  open(sealed: string, purpose: string): string | undefined
}

const algorithm = 'aes-256-gcm'

export function createVault(key: Uint8Array): Vault {
  return {
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
        // Another key, another purpose, or bytes that somebody changed: no secret in any of these cases.
        return undefined
      }
    },
  }
}

/** The configured key, or the one of the data folder, which is made when there is none. @throws StartProblem */
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
      `${path} does not hold a key of 64 hexadecimal digits. Put the right file back, or remove it: kept passwords of outside systems are lost then and must be given again.`,
    )
  return Buffer.from(text, 'hex')
}
