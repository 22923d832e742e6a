// Matches texts against patterns of manifests in time linear in text times pattern.
// Simulates all states of the pattern at once, so that no pattern takes exponential time. Refuses back
// references, look-around, word boundaries.

interface Pattern {
  readonly test: (text: string) => boolean
}

type Part =
  | { readonly kind: 'one'; readonly test: (character: string) => boolean }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Part[] }
  | { readonly kind: 'repeat'; readonly of: Part; readonly least: number; readonly most: number }

interface State {
  readonly test?: (character: string) => boolean
  readonly next: number[]
}

const maxLength = 300
const maxRepeats = 1000
const maxStates = 5000

class PatternProblem extends Error {}

/** The pattern for whole values (^ and $ at its ends are accepted and redundant), or why it is invalid. */
export function compilePattern(source: string): Pattern | { readonly problem: string } {
  try {
    if (source.length > maxLength) throw new PatternProblem(`A pattern has at most ${maxLength} characters.`)
    return machine(new Reader(source.replace(/^\^/, '').replace(/(^|[^\\])((?:\\\\)*)\$$/, '$1$2')).whole())
  } catch (error) {
    if (error instanceof PatternProblem) return { problem: error.message }
    throw error
  }
}

const compiled = new Map<string, Pattern>()

/** Whether a whole text matches a pattern of a manifest, which is compiled once. */
export function matchesPattern(source: string, text: string): boolean {
  let pattern = compiled.get(source)
  if (!pattern) {
    const result = compilePattern(source)
    if ('problem' in result)
      throw new Error(`The pattern ${source} was not checked when its manifest was compiled: ${result.problem}`)
    compiled.set(source, (pattern = result))
  }
  return pattern.test(text)
}

class Reader {
  private at = 0
  private readonly characters: readonly string[]
  constructor(source: string) {
    this.characters = [...source]
  }

  whole(): Part {
    const part = this.alternatives()
    if (this.at < this.characters.length) throw new PatternProblem('A ) has no (.')
    return part
  }

  private alternatives(): Part {
    const parts = [this.sequence()]
    while (this.take('|')) parts.push(this.sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'any', of: parts }
  }

  private sequence(): Part {
    const parts: Part[] = []
    while (this.at < this.characters.length && this.peek() !== '|' && this.peek() !== ')')
      parts.push(this.repeated(this.atom()))
    return { kind: 'all', of: parts }
  }

  private repeated(part: Part): Part {
    const bounds = this.bounds()
    if (!bounds) return part
    this.take('?') // lazy or greedy is the same when only the result counts
    if (this.bounds()) throw new PatternProblem('Two repetitions follow each other.')
    if (
      bounds.most < bounds.least ||
      (bounds.most !== Infinity && bounds.most > maxRepeats) ||
      bounds.least > maxRepeats
    )
      throw new PatternProblem('The bounds of a repetition are wrong.')
    return { kind: 'repeat', of: part, ...bounds }
  }

  private bounds(): { least: number; most: number } | undefined {
    if (this.take('*')) return { least: 0, most: Infinity }
    if (this.take('+')) return { least: 1, most: Infinity }
    if (this.take('?')) return { least: 0, most: 1 }
    const match = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.characters.slice(this.at, this.at + 12).join(''))
    if (!match) return undefined
    this.at += match[0].length
    const least = Number(match[1])
    return { least, most: match[2] === undefined ? least : match[3] ? Number(match[3]) : Infinity }
  }

  private atom(): Part {
    const character = this.next()
    switch (character) {
      case '(':
        return this.group()
      case '[':
        return this.characterClass()
      case '\\':
        return this.escape()
      case '.':
        return { kind: 'one', test: (item) => !/[\n\r\u2028\u2029]/.test(item) }
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternProblem(`Nothing stands before ${character}.`)
      case '^':
      case '$':
        throw new PatternProblem(`${character} stands only at the ends of a pattern.`)
      default:
        return { kind: 'one', test: (item) => item === character }
    }
  }

  private group(): Part {
    if (this.take('?') && !this.take(':')) throw new PatternProblem('A group is written ( ) or (?: ).')
    const part = this.alternatives()
    if (!this.take(')')) throw new PatternProblem('A ( is not closed.')
    return part
  }

  private characterClass(): Part {
    let text = '['
    while (this.peek() !== ']') {
      const character = this.next('A [ is not closed.')
      text += character === '\\' ? character + this.next('A [ is not closed.') : character
    }
    this.at++
    return single(`${text}]`)
  }

  private escape(): Part {
    const character = this.next('A \\ stands at the end.')
    if (/[dDwWsS]/.test(character)) return single(`\\${character}`)
    if (/[nrtfv]/.test(character)) return single(`\\${character}`)
    if (/[pP]/.test(character)) return single(`\\${character}${this.braces()}`)
    if (character === 'u')
      return single(`\\u${this.peek() === '{' ? this.braces() : this.next() + this.next() + this.next() + this.next()}`)
    if (/[A-Za-z0-9]/.test(character)) throw new PatternProblem(`\\${character} is not understood in a pattern.`)
    return { kind: 'one', test: (item) => item === character }
  }

  private braces(): string {
    let text = ''
    do text += this.next('A { is not closed.')
    while (!text.endsWith('}'))
    return text
  }

  private peek(): string | undefined {
    return this.characters[this.at]
  }
  private next(problem = 'The pattern ends too early.'): string {
    const character = this.characters[this.at++]
    if (character === undefined) throw new PatternProblem(problem)
    return character
  }
  private take(character: string): boolean {
    if (this.peek() !== character) return false
    this.at++
    return true
  }
}

// One character against one class: nothing here can backtrack.
function single(source: string): Part {
  try {
    const expression = new RegExp(`^${source}$`, 'u')
    return { kind: 'one', test: (item) => expression.test(item) }
  } catch (error) {
    throw new PatternProblem(`${source} is no set of characters.`, { cause: error })
  }
}

function machine(part: Part): Pattern {
  const states: State[] = []
  const add = (state: State): number => {
    if (states.length >= maxStates) throw new PatternProblem('The pattern is too large.')
    return states.push(state) - 1
  }
  // Build from the end: every part needs the index of its successor.
  const build = (of: Part, then: number): number => {
    switch (of.kind) {
      case 'one':
        return add({ test: of.test, next: [then] })
      case 'all':
        return of.of.reduceRight((after, item) => build(item, after), then)
      case 'any':
        return add({ next: of.of.map((item) => build(item, then)) })
      case 'repeat':
        return repeat(of, then)
    }
  }
  const repeat = (of: Part & { kind: 'repeat' }, then: number): number => {
    let start = then
    if (of.most === Infinity) {
      start = add({ next: [then] })
      states[start]!.next.push(build(of.of, start))
    } else for (let n = of.least; n < of.most; n++) start = add({ next: [then, build(of.of, start)] })
    for (let n = 0; n < of.least; n++) start = build(of.of, start)
    return start
  }
  const end = add({ next: [] })
  const first = build(part, end)
  return { test: (text) => run(states, first, end, text) }
}

function run(states: readonly State[], first: number, end: number, text: string): boolean {
  let now = reached(states, [first])
  for (const character of text) {
    const next: number[] = []
    for (const position of now) if (states[position]!.test?.(character)) next.push(...states[position]!.next)
    if (next.length === 0) return false
    now = reached(states, next)
  }
  return now.has(end)
}

function reached(states: readonly State[], from: number[]): Set<number> {
  const visited = new Set<number>()
  const open = [...from]
  while (open.length > 0) {
    const position = open.pop()!
    if (visited.has(position)) continue
    visited.add(position)
    const state = states[position]!
    if (!state.test) open.push(...state.next)
  }
  return visited
}
