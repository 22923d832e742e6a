// Types of commandLine.mjs for the scripts in TypeScript.

/** Names without dashes. `values`: flags that a value follows; `words`: the fewest and the most beside them. */
export interface KnownWords {
  readonly flags?: readonly string[]
  readonly values?: readonly string[]
  readonly words?: readonly [least: number, most: number]
}

export interface CommandLine {
  readonly flags: ReadonlySet<string>
  readonly values: Readonly<Record<string, string | undefined>>
  readonly words: readonly string[]
}

export function readCommandLine(help: string, known?: KnownWords): CommandLine
