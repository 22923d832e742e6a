// Names the test files that take long. In `npm test` most of them take turns by the day.
// Whatever runs, the longest begins first: a long file that begins last would run alone at the end.

/**
 * Paths below tests, without .test.ts: one group runs each day. Each group takes about as long as another, at the API
 * and in the browser, and has the longest first.
 */
const inTurns: readonly (readonly string[])[] = [
  [
    'whole/printedDocuments',
    'browser/lineKeys',
    'browser/secondFactor',
    'whole/randomEdits',
    'browser/presses',
    'server/database/embedded',
    'browser/forms',
    'oracle/oracle',
    'browser/notes',
    'browser/daywork',
    'whole/waitingChanges',
    'whole/mutants',
    'whole/importWebhooks',
    'browser/integrations',
    'whole/withoutIntegrations',
    'browser/meanwhile',
    'whole/repeatedImport',
    'whole/duplicates',
    'whole/outgoing',
    'browser/closeTabs',
    'whole/importMessages',
    'whole/explain',
    'whole/renameEvery',
    'whole/uploads',
    'generated/races',
    'whole/audit',
    'browser/documentPreview',
    'manifest/validateShape',
    'whole/messages',
    'server/query/agreement',
    'whole/business',
    'browser/documentLink',
    'server/mutation/jobs',
    'whole/drillDown',
    'server/endpoints/relatedOnPaper',
    'browser/scheduledReports',
    'whole/filledSheets',
    'whole/screens',
    'whole/importDates',
    'server/renamedNames',
    'whole/waitingFor',
  ],
  [
    'browser/live',
    'whole/agents',
    'whole/documentLinks',
    'browser/shell',
    'browser/kinds',
    'whole/wrongReads',
    'browser/face',
    'whole/access',
    'browser/home',
    'whole/durability',
    'browser/specified',
    'whole/boundedReads',
    'browser/screens',
    'manifest/promises',
    'whole/rareRefusals',
    'whole/journeys',
    'browser/partFaces',
    'whole/history',
    'whole/takeOver',
    'whole/plan',
    'manifest/testRuns',
    'browser/documents',
    'generated/matrix',
    'whole/templates',
    'browser/manual',
    'whole/addedColumns',
    'server/health',
    'fuzz/orders',
    'browser/publicPages',
    'server/files/hostile',
    'server/session',
    'whole/computed',
    'generated/coverage.mocked',
    'whole/killedUploads',
    'server/endpoints/exportReport',
    'whole/scheduledReports',
    'whole/leftImport',
    'ui/antdStyles',
    'server/unbuilt',
    'whole/effectiveAccess',
    'whole/visitsAndDues',
  ],
  [
    'browser/account',
    'whole/processes',
    'browser/seen',
    'whole/start',
    'browser/frame',
    'browser/newDealer',
    'whole/letterhead',
    'whole/firstAccount',
    'whole/killedImport',
    'browser/typedForms',
    'whole/rowSecurity.mocked',
    'browser/selection',
    'whole/exchange',
    'server/start',
    'browser/phone',
    'browser/exchange',
    'manifest/scripts',
    'server/backup',
    'server/main',
    'whole/turn',
    'whole/lineSheets',
    'whole/rename',
    'server/threads',
    'browser/signOut',
    'whole/linesOfOrders',
    'browser/lineSheets',
    'whole/exchangeBounds.mocked',
    'whole/secondFactor',
    'whole/renamedSaved',
    'whole/namedRows',
    'whole/hostileFiles',
    'browser/pictures',
    'server/editorSchemas',
    'server/files/images',
    'server/languages',
    'contract/browser/editor',
    'whole/rights',
    'fuzz/calls',
    'server/warningsFailed.mocked',
    'server/endpoints/calendarRows',
    'whole/broughtIn',
  ],
]
/** After so many days each file has run. */
export const turnDays = inTurns.length

/** Those that run each day, the longest first. */
const eachDay: readonly string[] = [
  'story/story1',
  'browser/story1',
  'whole/manual',
  'whole/refusals',
  'manifest/problems',
  'story/story2',
  'story/money',
  'whole/accessLock',
  'whole/exported',
  'walls/fixtures',
  'walls/vendors',
  'whole/calls',
  'walls/names',
  'protocol/tableFile',
  'whole/reads',
  'walls/bags',
  'whole/demo',
  'story/story3',
  'whole/dataBefore',
  'protocol/refusals',
]

const long = [...inTurns.flat(), ...eachDay]
export const countOfLong = long.length

/** The place of a test file among those that begin first; after all of them for any other. */
export function placeOfLong(path: string): number {
  const place = long.findIndex((name) => path.includes(`/tests/${name}.test.`))
  return place < 0 ? countOfLong : place
}

const pathOf = (name: string): string => `tests/${name}.test.ts`

/** Paths of the test files that take turns and whose turn is not on this day, which is counted since 1970. */
export const restingTests = (day: number): readonly string[] =>
  inTurns.filter((_, group) => group !== day % turnDays).flatMap((group) => group.map(pathOf))

/** Whether a test file runs on one of several days alone. */
export const takesTurns = (path: string): boolean =>
  inTurns.some((group) => group.some((name) => pathOf(name) === path))

/** Which turn of a test file it is on a day, counted so that it grows by one from turn to turn. */
export const turnOfFile = (path: string, day: number): number => (takesTurns(path) ? Math.floor(day / turnDays) : day)
