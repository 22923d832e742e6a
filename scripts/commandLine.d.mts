// What readCommandLine gives to scripts in TypeScript; commandLine.mjs describes it.
interface CommandLineKeys<Flag extends string, Value extends string> {
  readonly flags?: readonly Flag[]
  readonly values?: readonly Value[]
  /** At least and at most so many words. */
  readonly words?: readonly [least: number, most: number]
}

interface CommandLine<Flag extends string, Value extends string> {
  readonly flags: ReadonlySet<Flag>
  readonly values: Readonly<Partial<Record<Value, string>>>
  readonly words: readonly string[]
}

export function readCommandLine<Flag extends string = never, Value extends string = never>(
  help: string,
  keys?: CommandLineKeys<Flag, Value>,
): CommandLine<Flag, Value>

export function refuse(sentence: string): never
