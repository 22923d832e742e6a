// What does a clock on the wall of the product's time zone show at a moment, and which moment is meant by what it shows?
// The browser's own zone never matters: a person who travels books by the clock of the shop.

const parts = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = parts.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
    })
    parts.set(zone, format)
  }
  return format
}

/** The wall clock at a moment: "yyyy-MM-ddTHH:mm:ss". */
export function wallClock(moment: Date, zone: string): string {
  const found: Record<string, string> = {}
  for (const part of formatOf(zone).formatToParts(moment)) found[part.type] = part.value
  return `${found.year}-${found.month}-${found.day}T${found.hour}:${found.minute}:${found.second}`
}

/** The moment (ISO 8601 with Z) at which the zone's wall clock shows this text ("yyyy-MM-ddTHH:mm[:ss]"); null when the text is no such clock. */
export function momentOf(wall: string, zone: string): string | null {
  const asUtc = Date.parse(/T\d\d:\d\d$/.test(wall) ? `${wall}:00Z` : `${wall}Z`)
  if (Number.isNaN(asUtc)) return null
  // Two steps, because the offset at the guess may differ from the offset at the answer (change to summer time).
  let guess = asUtc
  for (let step = 0; step < 2; step++) {
    const shown = Date.parse(`${wallClock(new Date(guess), zone)}Z`)
    guess += asUtc - shown
  }
  return new Date(guess).toISOString()
}
