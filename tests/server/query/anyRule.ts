// Any rule over the records of the sample: every operator within every other.
import fc from 'fast-check'

// Deep enough for every operator within every other, short enough for the limit of a rule's length.
const shallow = { maxDepth: 5, depthIdentifier: 'rule', withCrossShrink: true }

export const { numbers, conditions, texts, days, moments, refs } = fc.letrec<
  Record<'numbers' | 'conditions' | 'texts' | 'days' | 'moments' | 'refs', string>
>((tie) => {
  const made = (name: string) => tie(name) as fc.Arbitrary<string>
  const one = (name: string, write: (a: string) => string) => made(name).map(write)
  const two = (x: string, y: string, write: (a: string, b: string) => string) =>
    fc.tuple(made(x), made(y)).map(([a, b]) => write(a, b))
  const compare = (name: string, ...operators: string[]) =>
    fc.tuple(made(name), fc.constantFrom(...operators), made(name)).map(([a, op, b]) => `(${a} ${op} ${b})`)
  const choose = (name: string) =>
    fc.tuple(made('conditions'), made(name), made(name)).map(([test, a, b]) => `(${test} ? ${a} : ${b})`)
  return {
    numbers: fc.oneof(
      shallow,
      fc.constantFrom(
        'n',
        'm',
        'd',
        '0',
        '7',
        '2.50',
        'other.n',
        'other.m',
        'ratio',
        'worth',
        'followers',
        'other.ratio',
        'other.worth',
        'place.lng',
        'version',
        'size(items)',
        'size(files)',
        'settings.loanDays',
        'settings.dailyFine[genre]',
        'this.n',
        'this.m',
        'input.count',
        'vars.total',
        'vars.none',
      ),
      compare('numbers', '+', '-', '*', '/', '%'),
      choose('numbers'),
      one('numbers', (a) => `-(${a})`),
      one('numbers', (a) => `abs(${a})`),
      fc.tuple(made('numbers'), fc.constantFrom('', ', 0', ', 1', ', 5')).map(([a, digits]) => `round(${a}${digits})`),
      two('numbers', 'numbers', (a, b) => `max(${a}, ${b})`),
      two('numbers', 'numbers', (a, b) => `min(${a}, ${b}, 3)`),
      two('numbers', 'numbers', (a, b) => `coalesce(${a}, null, ${b})`),
      one('texts', (a) => `size(${a})`),
      one('texts', (a) => `number(${a})`),
      two('days', 'days', (a, b) => `daysBetween(${a}, ${b})`),
      two('moments', 'moments', (a, b) => `daysBetween(${a}, ${b})`),
      two('days', 'moments', (a, b) => `daysBetween(${a}, ${b})`),
    ),
    texts: fc.oneof(
      shallow,
      fc.constantFrom(
        'a',
        'b',
        "''",
        "'王'",
        "'a%'",
        'other.a',
        'words',
        'other.words',
        'genre',
        'state',
        'place.city',
        'this.a',
        'input.word',
        'me.name',
        "'12.5'",
      ),
      compare('texts', '+'),
      choose('texts'),
      one('numbers', (a) => `text(${a})`),
      one('days', (a) => `text(${a})`),
      one('moments', (a) => `text(${a})`),
      one('refs', (a) => `text(${a})`),
      one('conditions', (a) => `text(${a})`),
      one('moments', (a) => `month(${a})`),
      two('texts', 'texts', (a, b) => `coalesce(${a}, ${b})`),
    ),
    days: fc.oneof(
      shallow,
      fc.constantFrom('day', 'other.day', 'today()', 'this.day'),
      one('moments', (a) => `date(${a})`),
      two('days', 'numbers', (a, b) => `addDays(${a}, ${b})`),
      choose('days'),
      two('days', 'days', (a, b) => `max(${a}, ${b})`),
    ),
    moments: fc.oneof(
      shallow,
      fc.constantFrom('at', 'other.at', 'now()', 'createdAt', 'this.at'),
      two('moments', 'numbers', (a, b) => `addDays(${a}, ${b})`),
      choose('moments'),
      two('moments', 'moments', (a, b) => `coalesce(${a}, ${b})`),
    ),
    refs: fc.oneof(
      shallow,
      fc.constantFrom('other', 'id', 'this', 'this.other', 'other.other'),
      choose('refs'),
      one('numbers', (a) => `ref(${a})`),
      two('refs', 'refs', (a, b) => `coalesce(${a}, ${b})`),
    ),
    conditions: fc.oneof(
      shallow,
      fc.constantFrom(
        'flag',
        'other.flag',
        'true',
        'false',
        "hasPermission('books')",
        "hasPermission('loans')",
        "roleGrants('books')",
        'roleGrants(a)',
        'roleGrants(b)',
        '(other == null)',
        '(a != null)',
        "(genre in ['novel', 'other'])",
        "(state == 'open')",
        '(createdBy == me)',
        '(tenant.code in settings.pilotLibraries)',
        '(a in settings.pilotLibraries)',
        '(files == null)',
      ),
      compare('numbers', '==', '!=', '<', '<=', '>', '>='),
      compare('texts', '==', '!=', '<', '<=', '>', '>='),
      compare('days', '==', '!=', '<', '>='),
      compare('moments', '==', '!=', '<', '>='),
      compare('refs', '==', '!='),
      compare('conditions', '&&', '||', '==', '!='),
      one('conditions', (a) => `!(${a})`),
      choose('conditions'),
      two('texts', 'texts', (a, b) => `contains(${a}, ${b})`),
      two('texts', 'texts', (a, b) => `startsWith(${a}, ${b})`),
      two('texts', 'texts', (a, b) => `endsWith(${a}, ${b})`),
      two('numbers', 'numbers', (a, b) => `(n in [${a}, null, ${b}])`),
      two('refs', 'refs', (a, b) => `(${a} in [${b}, other])`),
      two('texts', 'texts', (a, b) => `(${a} in [${b}, 'A'])`),
    ),
  }
})
