// Creates the database function that computes the pinyin initials of a name.
// PostgreSQL maintains the index built on it.
import sql, { raw } from 'sql-template-tag'
import { identifier } from '../../database/sql/identifier'
import type { Database } from '../../database/connection/openDatabase'
import { initialsFunction } from '../../query/search/recordKeys'

const minCode = 0x4e00
const maxCode = 0x9fff
/** Readings per character; the few characters with more use the most common ones. */
const maxReadings = 3

/** Three letters for each character from 一 on: its readings, the first one again where there are fewer. */
async function readingsTable(): Promise<string> {
  // Loaded for an empty database only.
  const { pinyin } = await import('pinyin-pro')
  let all = ''
  for (let code = minCode; code <= maxCode; code += 1) {
    const readings = pinyin(String.fromCodePoint(code), {
      pattern: 'first',
      toneType: 'none',
      type: 'array',
      multiple: true,
    })
    const letters = [...new Set(readings.map((reading) => reading[0] ?? ''))].filter((letter) => /^[a-z]$/.test(letter))
    all += (letters.join('') || '-').slice(0, maxReadings).padEnd(maxReadings, letters[0] ?? '-')
  }
  return all
}

/** The table, once for all databases of this process. */
let table: Promise<string> | undefined

/** Creates the function if it is missing. */
export async function prepareInitials(database: Database['owner']): Promise<void> {
  const existing = await database.query(
    sql`select 1 from pg_proc where proname = ${initialsFunction} and pronamespace = current_schema()::regnamespace`,
  )
  if (existing.length > 0) return
  const letters = await (table ??= readingsTable()).catch((error: unknown) => {
    // The next database of this process tries again.
    table = undefined
    throw error
  })
  // Combines each reading of the first character, mostly a surname, with each reading of the rest. Only the beginning
  // of a long text counts, and a text without Chinese characters has no initials.
  await database.query(sql`create or replace function ${identifier(initialsFunction)}(name text) returns text
language plpgsql immutable strict parallel safe as $body$
declare
  heads text := '';
  rest1 text := ''; rest2 text := ''; rest3 text := '';
  letter text; part text; variant text;
  found text := ' ';
  spoken boolean := false;
begin
  foreach letter in array string_to_array(left(name, 12), null) loop
    if ascii(letter) between ${raw(String(minCode))} and ${raw(String(maxCode))} then
      part := encode(substr('${raw(letters)}'::bytea, (ascii(letter) - ${raw(String(minCode))}) * 3 + 1, 3), 'escape');
      spoken := true;
    elsif letter ~ '^[A-Za-z0-9]$' then
      part := repeat(lower(letter), 3);
    else
      continue;
    end if;
    if heads = '' then
      heads := part;
    else
      rest1 := rest1 || substr(part, 1, 1); rest2 := rest2 || substr(part, 2, 1); rest3 := rest3 || substr(part, 3, 1);
    end if;
  end loop;
  if not spoken then return null; end if;
  foreach letter in array string_to_array(heads, null) loop
    foreach part in array array[rest1, rest2, rest3] loop
      variant := letter || part || ' ';
      if position(' ' || variant in found) = 0 then found := found || variant; end if;
    end loop;
  end loop;
  return found;
end $body$`)
}
