// The complete table of which folder of src/ may import which; everything else is forbidden.

export interface Arrow {
  readonly from: string
  readonly to: string
}

/** Of each folder: its entries, and what each of them may import of the others. A file is named without its ending. */
export const rooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  src: {
    manifest: [],
    protocol: ['manifest'],
    server: ['protocol', 'manifest'],
    client: ['protocol', 'manifest'],
    ui: ['client', 'protocol', 'manifest'],
    browser: ['ui', 'client', 'protocol', 'manifest'],
  },
  'src/manifest': {
    compile: [
      '1-read',
      '2-declare',
      '3-resolve',
      '4-check',
      '5-derive',
      '6-warn',
      'context',
      'json',
      'model',
      'problems',
    ],
    json: [],
    language: [],
    model: [],
    problems: ['json', 'language'],
    expression: ['language', 'model', 'problems'],
    fieldTypes: ['expression', 'json', 'model'],
    access: ['expression', 'model'],
    context: ['1-read', 'expression', 'fieldTypes', 'json', 'language', 'model', 'problems'],
    '1-read': ['expression', 'json', 'language', 'model', 'problems'],
    '2-declare': ['1-read', 'context', 'expression', 'fieldTypes', 'language', 'model', 'problems'],
    '3-resolve': ['1-read', '2-declare', 'access', 'context', 'expression', 'fieldTypes', 'language', 'model'],
    '4-check': ['access', 'context', 'expression', 'fieldTypes', 'json', 'model'],
    '5-derive': ['3-resolve', '4-check', 'access', 'context', 'expression', 'fieldTypes', 'model'],
    '6-warn': ['1-read', '4-check', 'access', 'context', 'expression', 'json', 'model', 'problems'],
  },
  'src/manifest/expression': { values: [] },
  'src/manifest/3-resolve': {
    fields: [],
    transitions: ['fields'],
    entities: ['fields', 'transitions'],
    screens: ['fields'],
    product: ['fields', 'screens'],
  },
  'src/client': {
    text: [],
    storage: [],
    navigation: ['storage'],
    feedback: ['text'],
    transport: ['feedback', 'storage', 'text'],
    session: ['feedback', 'storage', 'text', 'transport'],
    context: ['feedback', 'session', 'text', 'transport'],
    data: ['context', 'feedback', 'navigation', 'storage', 'text', 'transport'],
  },
  'src/server': {
    context: [],
    egress: [],
    workers: [],
    database: [],
    query: ['context', 'database'],
    files: ['context', 'database', 'egress'],
    auth: ['context', 'database', 'query'],
    migration: ['context', 'database', 'mutation', 'query', 'workers'],
    mutation: ['auth', 'context', 'database', 'files', 'query'],
    live: ['auth', 'context', 'database'],
    integrations: ['auth', 'context', 'database', 'egress', 'files', 'mutation', 'query'],
    jobs: ['context', 'database', 'files', 'mutation', 'query', 'workers'],
    endpoints: [
      'auth',
      'context',
      'database',
      'files',
      'integrations',
      'jobs',
      'live',
      'migration',
      'mutation',
      'query',
      'workers',
    ],
    http: ['auth', 'context', 'database', 'endpoints', 'integrations'],
    boot: [
      'auth',
      'context',
      'database',
      'egress',
      'endpoints',
      'files',
      'http',
      'integrations',
      'jobs',
      'live',
      'migration',
      'mutation',
      'query',
      'workers',
    ],
  },
  'src/server/database': {
    sql: [],
    embedded: ['startupProblem'],
    connection: ['startupProblem', 'embedded', 'sql'],
  },
  'src/server/query': {
    readConcurrently: [],
    expression: [],
    policy: ['expression'],
    records: ['expression', 'policy'],
    search: ['expression', 'policy', 'readConcurrently'],
    report: ['expression', 'policy', 'search'],
    list: ['expression', 'policy', 'records', 'report', 'search'],
  },
  'src/server/mutation': {
    state: [],
    input: ['state'],
    guards: ['state'],
    write: ['state'],
    effects: ['state', 'write'],
    webhooks: ['state'],
  },
  'src/server/integrations': {
    contract: [],
    partner: ['contract'],
    channels: ['contract'],
    map: ['contract'],
    standIns: ['channels', 'contract', 'map'],
    webhooks: ['contract'],
  },
  'src/server/endpoints': {
    contract: [],
    records: ['contract'],
    screens: ['contract'],
    openapi: ['contract', 'screens'],
    live: ['contract'],
    account: ['contract', 'records'],
    files: ['contract', 'records'],
    integrations: ['contract', 'records'],
    reports: ['contract', 'records'],
    lists: ['contract', 'records', 'reports'],
    exchange: ['contract', 'lists', 'records'],
    declared: ['account', 'contract', 'files', 'integrations', 'lists', 'live', 'records', 'reports', 'screens'],
    manifests: ['contract', 'declared', 'records'],
    agents: ['contract', 'lists', 'manifests', 'openapi'],
  },
  'src/ui': {
    controls: [],
    rules: [],
    values: ['controls'],
    theme: ['controls'],
    feedback: ['controls'],
    auth: ['controls', 'theme'],
    filters: ['controls', 'values'],
    table: ['controls', 'values'],
    schedule: ['values'],
    inputs: ['controls', 'rules', 'table', 'values'],
    form: ['controls', 'inputs', 'rules', 'schedule', 'values'],
    actions: ['controls', 'feedback', 'form', 'rules', 'values'],
    exchange: ['controls', 'inputs'],
    screens: [
      'actions',
      'auth',
      'controls',
      'exchange',
      'filters',
      'form',
      'inputs',
      'rules',
      'schedule',
      'table',
      'theme',
      'values',
    ],
    layout: ['actions', 'auth', 'controls', 'feedback', 'form', 'screens', 'theme', 'values'],
  },
  'src/ui/inputs': {
    base: [],
    lineModel: [],
    scalar: ['base'],
    address: ['base'],
    files: ['base'],
    richText: ['base'],
    scalarInputs: ['base', 'scalar', 'address', 'files', 'richText'],
    lines: ['base', 'lineModel', 'scalar', 'scalarInputs'],
  },
  'src/ui/form': { model: [], documents: [], view: ['model'], dialogs: ['documents', 'model', 'view'] },
  'src/ui/screens': {
    common: [],
    print: ['common'],
    record: ['common', 'print'],
    pageParts: ['common'],
    dashboard: ['common', 'pageParts', 'record', 'report'],
    list: ['board', 'common', 'dashboard', 'print', 'record'],
    board: ['common', 'record'],
    calendar: ['common', 'record'],
    form: ['common', 'record'],
    report: ['common'],
    page: ['common', 'pageParts'],
  },
}

/** The folder in which two files part, and the entry of it that holds each. */
function partOf({ from, to }: Arrow): { folder: string; one: string; other: string } {
  const a = from.split('/')
  const b = to.split('/')
  let shared = 0
  while (a[shared] === b[shared]) shared++
  const entry = (path: readonly string[]) => path[shared]!.replace(/\.[a-z.]+$/, '')
  return { folder: a.slice(0, shared).join('/'), one: entry(a), other: entry(b) }
}

/** An arrow that the table does not name; a file of the folder itself may use the folders beside it. */
export function isForbidden(arrow: Arrow): boolean {
  const { folder, one, other } = partOf(arrow)
  const table = rooms[folder]
  if (!table || arrow.from === arrow.to) return false
  const isFile = arrow.from === `${folder}/${arrow.from.slice(folder.length + 1).split('/')[0]}`
  const allowed = table[one]
  if (!allowed) return !isFile
  return !allowed.includes(other)
}

/** Circles among the entries of each folder, files and folders alike, at every depth. */
export function circlesOf(arrows: readonly Arrow[]): string[] {
  const levels = new Map<string, Map<string, Set<string>>>()
  for (const arrow of arrows) {
    if (arrow.from === arrow.to) continue
    const { folder, one, other } = partOf(arrow)
    const level = levels.get(folder) ?? new Map<string, Set<string>>()
    levels.set(folder, level)
    level.set(one, (level.get(one) ?? new Set()).add(other))
  }
  return [...levels].flatMap(([folder, level]) => knotsOf(level).map((knot) => `${folder}: ${knot.join(' ')}`)).sort()
}

/** Groups of names that all lead to each other, after Tarjan. */
function knotsOf(leadsTo: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const knots: string[][] = []
  const visit = (name: string) => {
    index.set(name, index.size)
    low.set(name, index.get(name)!)
    stack.push(name)
    for (const next of leadsTo.get(name) ?? [])
      if (!index.has(next)) {
        visit(next)
        low.set(name, Math.min(low.get(name)!, low.get(next)!))
      } else if (stack.includes(next)) low.set(name, Math.min(low.get(name)!, index.get(next)!))
    if (low.get(name) !== index.get(name)) return
    const knot = stack.splice(stack.indexOf(name))
    if (knot.length > 1) knots.push(knot.sort())
  }
  for (const name of leadsTo.keys()) if (!index.has(name)) visit(name)
  return knots
}
