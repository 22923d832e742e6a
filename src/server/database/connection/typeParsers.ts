// Parses columns into exact JavaScript values: nothing is rounded, no date shifts with a time zone.
// The parsers belong to one pool; pg's global table stays unchanged.
import pg from 'pg'

type Parse = (text: string) => unknown

const { INT8, NUMERIC, DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = pg.types.builtins

const scalarParsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [INT8, integer],
  [NUMERIC, asSent],
  [DATE, asSent],
  [TIMESTAMP, asSent],
  [INTERVAL, asSent],
  [TIMESTAMPTZ, instant],
])

/** Array types by element type: PostgreSQL never changes these numbers. */
const elementTypes: ReadonlyMap<number, number> = new Map([
  [1016, INT8],
  [1231, NUMERIC],
  [1182, DATE],
  [1115, TIMESTAMP],
  [1187, INTERVAL],
  [1185, TIMESTAMPTZ],
])

/**
 * For pg's `types` option: int8 as number, numeric as string, date as `YYYY-MM-DD`, timestamptz as ISO text in UTC (at
 * least three fraction digits, up to six when stored), json parsed, arrays of these likewise; everything else as pg
 * does.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      const scalar = scalarParsers.get(oid)
      if (scalar) return scalar
      const element = scalarParsers.get(elementTypes.get(oid) ?? 0)
      if (element) return (text: string) => arrayParser.create(text, element).parse()
    }
    return pg.types.getTypeParser(oid, format as 'text')
  }) as typeof pg.types.getTypeParser,
}

// pg's type declarations differ from the package here.
const arrayParser = pg.types.arrayParser as unknown as { create(text: string, element: Parse): { parse(): unknown[] } }

function asSent(text: string): string {
  return text
}

function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} is too large to be a JavaScript number.`)
  return value
}

// The session uses UTC, so only the format changes. Keep microseconds: a value read must find its record again.
function instant(text: string): string {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text)
  return match ? `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0')}Z` : text
}
