// The tasks of worker threads: work that would block other calls too long.
// Their input and output is data.
import { accessLock } from '../../manifest/access/lock/accessLock'
import { FileCache } from '../../manifest/1-read/fileCache'
import { revisionOf } from '../../manifest/1-read/revision'
import { compile } from '../../manifest/compile'
import type { Source } from '../../manifest/json/source'
import type { App } from '../../manifest/model/app'
import type { PrintedProblem } from '../../manifest/problems/print'
import { isWorkbook, readNumberedTable } from '../../protocol/exchange/tableFile'
import { BoundExceeded, type WorkbookBounds } from '../../protocol/exchange/workbookBounds'
import type { documentPdf } from './documentPdf'
import { appChange, type AppChange } from './appChange'
import { editorSchemas, type EditorSchemas } from './editor/editorSchemas'
import { pack, type Packed } from './packed'
import { packTable, type PackedTable, type WantedCells } from './packedTable'
import { printedProblems } from './printedProblems'
import { readSources, SourcesProblem } from './readManifests'
import { withLayout } from './sheetLayout'

/** `warnings` absent: the operations of the engine were not checked. */
interface CompiledBefore {
  readonly folder: string
  readonly app: App
  readonly warnings?: readonly PrintedProblem[]
}

/**
 * What this thread compiled last, the latest first. A change that is taken over is compiled to be assessed, and again
 * once its files are written; meanwhile the one before it is live.
 */
let compiledBefore: readonly CompiledBefore[] = []
const maxCompiledBefore = 2
/** The files that it has read: few change from one compilation to the next. */
const fileCache = new FileCache()

export const tasks = {
  table: tableOf,
  // Its libraries are loaded with the first document: no compilation waits for them.
  document: async (job: Parameters<typeof documentPdf>[0]) => (await import('./documentPdf')).documentPdf(job),
  /** Reports the App or why there is none, before it looks for warnings and rights. */
  compile: (job: ChangedFolder, report: (early: CompiledEarly) => void): LaterFindings => {
    try {
      return compileChanged(job, report)
    } catch (error) {
      if (!(error instanceof SourcesProblem)) throw error
      report({ unreadable: error.message })
      return noFindings
    }
  },
  /** Also undefined if the folder has changed, since another task follows then. */
  editorSchemas: ({ folder, revision }: { folder: string; revision: string }): EditorSchemas | undefined => {
    const former = compiledBeforeOf(folder, revision)
    if (former) return editorSchemas(folder, former.app)
    const compiled = compile(readSources(folder), {}, undefined, fileCache)
    if (!compiled.ok) return undefined
    remember({ folder, app: compiled.app })
    return compiled.app.revision === revision ? editorSchemas(folder, compiled.app) : undefined
  },
}

/** Files that replace those of a folder; one without text is removed. */
export interface ChangedFile {
  readonly path: string
  readonly text: string | null
}

interface ChangedFolder {
  readonly folder: string
  readonly operations: readonly string[]
  readonly files: readonly ChangedFile[]
  /** Whether these files are the complete folder. */
  readonly complete: boolean
  /** The revision of the App that the receiver has, so that only the difference need be sent. */
  readonly base?: string
}

const compiledBeforeOf = (folder: string, revision: string | undefined): CompiledBefore | undefined =>
  compiledBefore.find((one) => one.folder === folder && one.app.revision === revision)

function remember(latest: CompiledBefore): void {
  const others = compiledBefore.filter(({ app }) => app.revision !== latest.app.revision)
  compiledBefore = [latest, ...others].slice(0, maxCompiledBefore)
}

function compileChanged(
  { folder, operations, files, complete, base }: ChangedFolder,
  report: (early: CompiledEarly) => void,
): LaterFindings {
  const sources = changedSources(complete ? [] : readSources(folder), files)
  const live = compiledBeforeOf(folder, base)?.app
  const former = compiledBeforeOf(folder, revisionOf(sources))
  if (former?.warnings) {
    report(compiledAs(former.app, live, sources))
    return { warnings: former.warnings, lock: accessLock(former.app) }
  }
  const compiled = compile(sources, { operations }, undefined, fileCache)
  if (!compiled.ok) {
    report({ problems: printedProblems(compiled.problems, folder) })
    return noFindings
  }
  const { app } = compiled
  report(compiledAs(app, live, sources))
  const warnings = printedProblems(compiled.warnings, folder)
  remember({ folder, app, warnings })
  return { warnings, lock: accessLock(app) }
}

const compiledAs = (app: App, live: App | undefined, sources: readonly Source[]): CompiledApp => ({
  sent: live === undefined ? { whole: pack(app) } : { change: pack(appChange(live, app)) },
  sources,
})

function changedSources(sources: readonly Source[], files: readonly ChangedFile[]): Source[] {
  const changed = new Map(sources.map(({ path, text }) => [path, text]))
  for (const { path, text } of files) {
    if (text === null) changed.delete(path)
    else changed.set(path, text)
  }
  return [...changed].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1))
}

export type Tasks = typeof tasks
interface CompiledApp {
  readonly sent: { readonly whole: Packed<App> } | { readonly change: Packed<AppChange> }
  readonly sources: readonly Source[]
}

/** Warnings and rights of sound manifests; with many screens they take a third of the time. */
interface LaterFindings {
  readonly warnings: readonly PrintedProblem[]
  /** The text of access.lock. */
  readonly lock: string
}

/** Those of manifests that are not sound. */
const noFindings: LaterFindings = { warnings: [], lock: '' }

type CompiledEarly =
  | CompiledApp
  | { readonly problems: readonly PrintedProblem[] }
  /** The sentence of a SourcesProblem: from a thread only data returns. */
  | { readonly unreadable: string }

/** The bound that a file exceeds, instead of its table. */
export interface Excess {
  readonly exceeded: BoundExceeded['bound']
}

export interface TableFile {
  readonly name: string
  readonly bytes: ArrayBuffer
  readonly most: WorkbookBounds
  /** A further sheet to read, by its name. */
  readonly hidden?: string
  readonly wanted: WantedCells
}

async function tableOf({ name, bytes, most: bounds, hidden, wanted }: TableFile): Promise<PackedTable | Excess> {
  try {
    const values = await readNumberedTable(name, bytes, bounds, hidden)
    const table = isWorkbook(name) ? await withLayout(values, bytes) : values
    if (table.rows.length > bounds.rows) return { exceeded: 'rows' }
    const cells = table.rows.reduce((sum, row) => sum + row.cells.length, 0)
    return cells > bounds.cells ? { exceeded: 'cells' } : packTable(table, wanted, bounds.unpackedBytes)
  } catch (error) {
    if (error instanceof BoundExceeded) return { exceeded: error.bound }
    throw error
  }
}
