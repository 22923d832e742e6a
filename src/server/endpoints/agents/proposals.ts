// Changes of manifests that an agent proposes: what they mean, where they wait, who writes them.
// Waiting and deciding are records and transitions of the product; only the files are written here.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import type { RunAnswer } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import type { Configuration } from '../../context/configuration'
import { runTransition, type RunDependencies } from '../../mutation/commit'
import { runDependencies } from '../../mutation/runDependencies'
import { loadRecords } from '../../query/records/loadRecords'
import type { Assessment, ChangedFile } from '../../workers/tasks'
import { inThread } from '../../workers/threads'
import type { RequestContext } from '../contract/operation'
import { operations } from '../operations'

export interface Proposal {
  readonly title: string
  readonly files: readonly ChangedFile[]
}

/** A file of a waiting proposal; the digest is that of the text which it replaces. */
interface ProposedFile extends ChangedFile {
  readonly digest: string | null
}

type SchemasFolder = Pick<Configuration, 'schemasDir'>

/** Seconds that compiling twice may take on a busy machine. */
const longest = 60

/** What a change would mean, found in a worker thread. Nothing is written. */
export function assessChange(
  { schemasDir }: SchemasFolder,
  files: readonly ChangedFile[],
  account?: string,
): Promise<Assessment> {
  return inThread('assess', { folder: schemasDir, operations: Object.keys(operations), files }, longest, account)
}

/**
 * Keeps a sound change with its plan until it is taken over or left.
 * @throws RequestError when the manifests would not be sound, and as the transition does
 */
export async function propose(
  context: RequestContext,
  { title, files }: Proposal,
): Promise<{ readonly proposal: RunAnswer; readonly plan: string }> {
  const { app, caller, now, server } = context
  const { proposals } = app.product
  if (!proposals) throw new RequestError('proposals_not_kept')
  const assessment = await assessChange(server.configuration, files, context.asker.account)
  assertSound(assessment)
  const plan = planText(assessment)
  const before = await Promise.all(files.map(({ path }) => textOf(server.configuration, path)))
  const lines = files.map(({ path, text }, index) => ({ path, text, digest: digestOf(before[index]!) }))
  const difference = bounded(files.map((file, index) => differenceOf(file, before[index]!)).join('\n'))
  const proposal = await runTransition(
    runDependencies(context),
    caller,
    {
      entity: proposals.entity,
      transition: proposals.proposeTransition,
      values: { title, plan, difference, files: lines },
      key: randomUUID(),
    },
    now,
  )
  return { proposal, plan }
}

/**
 * Writes the files of a proposal into the folder of manifests, or none of them.
 * They are written before the commit: a server that dies in between leaves the proposal waiting, and running it again
 * is refused because its files have changed.
 */
export function takeOverWith(configuration: SchemasFolder): NonNullable<RunDependencies['takeOver']> {
  return async (context, id) => {
    const [record] = await loadRecords(context, {
      entity: context.app.product.proposals!.entity,
      paths: ['files'],
      where: { ids: [id] },
      scoped: false,
    })
    const files = (record!.files as ProposedFile[]).map((file) => ({ ...file, text: file.text ?? null }))
    for (const { path, digest } of files)
      if (digestOf(await textOf(configuration, path)) !== (digest ?? null))
        throw new RequestError('manifest_changed_since', { path })
    assertSound(await assessChange(configuration, files))
    await writeAll(configuration, files)
  }
}

function assertSound({ problems }: Assessment): void {
  if (problems.length > 0)
    throw new RequestError('manifests_not_sound', { problem: problems[0]! }, { data: { problems } })
}

/** Longest plan and difference that are kept; longer ones end with their full length. */
const longestText = 15_000

function planText({ changes, warnings }: Assessment): string {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['+', changes?.come ?? []],
    ['-', changes?.gone ?? []],
    ['', changes?.rights ?? []],
    ['!', warnings],
  ]
  const text = parts.flatMap(([mark, lines]) => lines.map((line) => `${mark} ${line}`.trimEnd())).join('\n')
  return text === '' ? '=' : bounded(text)
}

/** The lines that change, with three around them. */
function differenceOf({ path, text }: ChangedFile, before: string | null): string {
  return createTwoFilesPatch(path, path, before ?? '', text === null ? '' : `${text.trimEnd()}\n`)
}

const bounded = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)}\n… ${text.length}` : text

const digestOf = (text: string | null) => (text === null ? null : createHash('sha256').update(text).digest('hex'))

async function textOf({ schemasDir }: SchemasFolder, path: string): Promise<string | null> {
  try {
    return await readFile(join(schemasDir, path), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function writeAll(configuration: SchemasFolder, files: readonly ChangedFile[]): Promise<void> {
  const replaced: ChangedFile[] = []
  try {
    for (const file of files) {
      const text = await textOf(configuration, file.path)
      await writeOne(configuration, file)
      replaced.push({ path: file.path, text })
    }
  } catch (error) {
    for (const file of replaced) await writeOne(configuration, file)
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new RequestError('manifests_not_writable', { reason: code })
  }
}

/** Replaces a file in one step: a reader of the folder finds the old text or the new one. */
async function writeOne({ schemasDir }: SchemasFolder, { path, text }: ChangedFile): Promise<void> {
  const file = join(schemasDir, path)
  if (text === null) return rm(file, { force: true })
  await mkdir(dirname(file), { recursive: true })
  // Hidden until it is complete: the watch and the compiler pass over names that begin with a dot.
  const draft = join(dirname(file), `.${randomUUID()}.json`)
  await writeFile(draft, `${text.trimEnd()}\n`)
  await rename(draft, file)
}
