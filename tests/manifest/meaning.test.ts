// Tests the digests of meaning: blind to notation, and each sees what it is about.
import { expect, it } from 'vitest'
import { digestOf, meaningOf, type Meaning } from '../../scripts/meaning'
import { compiledFixture, fixture } from './sources'

type Change = (text: string) => string

/** The parts whose digests differ after a change of the list of loans. */
function changedBy(change: Change): string[] {
  const path = 'lending/Loans.screen.json'
  const text = change(fixture().find((source) => source.path === path)!.text)
  const [before, after] = [compiledFixture(), compiledFixture([{ path, text }])].map((app) => meaningOf(app, []))
  return (Object.keys(before!) as (keyof Meaning)[]).filter(
    (part) => digestOf(before![part]) !== digestOf(after![part]),
  )
}

it.each<[string, Change, string[]]>([
  ['nothing in another layout', (text) => JSON.stringify(JSON.parse(text)), []],
  ['the wording of a rule', (text) => text.replace("state == 'lent'", "state=='lent'"), ['app', 'explain']],
  [
    'a condition',
    (text) => text.replace("state == 'lent'", "state == 'lent' && due > today()"),
    ['app', 'rights', 'lists', 'explain'],
  ],
  ['an order', (text) => text.replace('"queue"', '"sort": "due",\n  "queue"'), ['app', 'lists', 'explain']],
  ['who may open it', (text) => text.replace('["loans"]', '["books"]'), ['app', 'rights', 'explain']],
  ['a title', (text) => text.replace('"Loans"', '"Lent books"'), ['app', 'explain']],
])('tell %s', (_, change, expected) => expect(changedBy(change)).toEqual(expected))
