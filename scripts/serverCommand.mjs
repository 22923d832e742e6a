// Runs a command of the built server that takes one word: `npm run backup -- FILE`.
import { program } from './build.mjs'
import { readCommandLine } from './commandLine.mjs'

/**
 * @param usage how the command is written, and what it does
 * @param environment what of the environment of `npm start` it reads
 * @param run takes what the built server exports, and the word
 */
export async function serverCommand(usage, environment, run) {
  const help = `${usage}

  --no-build   builds nothing: the server as it was built last
  --help       this text

The environment of npm start says ${environment}.`
  const { flags, words } = readCommandLine(help, { flags: ['no-build'], words: [1, 1] })
  await run(await program({ build: !flags.has('no-build') }), words[0])
}
