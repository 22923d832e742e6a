// Runs a command of the built server that takes one word: `npm run backup -- FILE`.
import { program } from './build.mjs'
import { readCommandLine } from './commandLine.mjs'

/**
 * @param usage the syntax of the command, and its effect
 * @param environment the variables of `npm start` that it reads
 * @param run receives the exports of the built server, and the word
 */
export async function serverCommand(usage, environment, run) {
  const help = `${usage}

  --no-build   builds nothing: the server as it was built last
  --help       this text

The environment of npm start says ${environment}.`
  const { flags, words } = readCommandLine(help, { flags: ['no-build'], words: [1, 1] })
  await run(await program({ build: !flags.has('no-build') }), words[0])
}
