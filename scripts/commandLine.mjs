// Parses the command line of a script: prints help, and refuses unknown flags.
// Plain JavaScript, because it runs before any package is known to be installed.

/** Takes the next word, unless that is a flag. */
const shiftValue = (given) => (given[0]?.startsWith('--') === false ? given.shift() : undefined)

/**
 * The arguments: flags, those with a value (`values`), and words. For `--help` prints the help and ends; ends with code
 * 1 and a sentence for an unknown flag, or too few or too many words.
 */
export function readCommandLine(help, { flags = [], values = [], words: [least, most] = [0, 0] } = {}) {
  const line = { flags: new Set(), values: {}, words: [] }
  const given = process.argv.slice(2)
  if (given.includes('--help') || given.includes('-h')) {
    console.log(help)
    process.exit(0)
  }
  const end = (sentence) => {
    console.error(`${sentence}\n\n${help}`)
    process.exit(1)
  }
  for (let word = given.shift(); word !== undefined; word = given.shift()) {
    const [, name, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    if (name === undefined && !/^-\w/.test(word)) line.words.push(word)
    else if (values.includes(name)) {
      line.values[name] = joined ?? shiftValue(given)
      if (line.values[name] === undefined) end(`The value of --${name} is missing.`)
    } else if (flags.includes(name) && joined === undefined) line.flags.add(name)
    else end(`Unknown flag ${word}.${suggestion(name ?? '', [...flags, ...values])}`)
  }
  if (line.words.length < least) end('An argument is missing.')
  if (line.words.length > most) end(`Unexpected argument "${line.words[most]}".`)
  return line
}

/** Prints one sentence about the user's mistake and ends the script. */
export function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The known name with the fewest differing letters. */
function suggestion(name, known) {
  const [best] = known
    .map((each) => ({ each, steps: stepsBetween(name, each) }))
    .filter(({ each, steps }) => steps <= Math.max(2, each.length / 3) || (name.length > 2 && each.startsWith(name)))
    .sort((a, b) => a.steps - b.steps)
  return best ? ` Did you mean --${best.each}?` : ''
}

function stepsBetween(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, count) => count)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1)))
    row = next
  }
  return row[to.length]
}
