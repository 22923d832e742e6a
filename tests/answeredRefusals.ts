// Setup file: writes which refusals servers of a test file have answered, below the folder ANSWERED_REFUSALS.
// A run of all tests ends with those that none has answered.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { refusalChannel } from '../src/server/context/reply'

const folder = process.env.ANSWERED_REFUSALS

if (folder !== undefined) {
  const keys = new Set<string>()
  const note = (key: unknown) => void keys.add(String(key))
  subscribe(refusalChannel, note)
  afterAll(() => {
    unsubscribe(refusalChannel, note)
    const file = relative(process.cwd(), expect.getState().testPath!)
    appendFileSync(join(folder, String(process.pid)), [...keys].map((key) => `${file} ${key}\n`).join(''))
  })
}
