// Completes what a command line leaves out, by questions at a terminal.
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

export interface Question {
  readonly text: string
  /** The only valid answers; absent: whatever `isValid` takes. */
  readonly choices?: readonly string[]
  readonly isValid?: (answer: string) => boolean
  /** What an empty answer means; absent: it is no answer. */
  readonly usual?: string
}

/** Waits for a valid answer; undefined when the input ends without one. */
export type Ask = (question: Question) => Promise<string | undefined>

/** `end` must be called once nothing more is to be answered, as an open input keeps the process alive. */
export function askOn(input: Readable, output: Writable): { readonly ask: Ask; readonly end: () => void } {
  const reader = createInterface({ input, output })
  const lines = reader[Symbol.asyncIterator]()
  const ask: Ask = async ({ text, choices, isValid, usual }) => {
    const known = choices === undefined ? '' : ` (${choices.join(', ')})`
    for (;;) {
      reader.setPrompt(`${text}${known}${usual === undefined ? '' : ` [${usual}]`}: `)
      reader.prompt()
      const next = await lines.next()
      if (next.done) return undefined
      const answer = next.value.trim() || usual
      if (answer !== undefined && (choices?.includes(answer) ?? true) && (isValid?.(answer) ?? true)) return answer
    }
  }
  return { ask, end: () => reader.close() }
}
