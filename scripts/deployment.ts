// Reads the Dockerfile without Docker: its stages, their shell lines and environments.
import { readFileSync } from 'node:fs'

export interface Stage {
  readonly run: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly command?: readonly string[]
}

/** The stages of a Dockerfile that uses only FROM, ENV, RUN and CMD. */
export function readStages(path: string): Stage[] {
  const stages: { run: string[]; environment: Record<string, string>; command?: string[] }[] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    const stage = stages.at(-1)
    if (word === 'FROM') stages.push({ run: [], environment: {} })
    else if (word === 'RUN') stage!.run.push(rest)
    else if (word === 'CMD') stage!.command = JSON.parse(rest) as string[]
    else if (word === 'ENV')
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage!.environment[name] = value
  }
  return stages
}
