// Compiles equal manifests once: for all products of a worker, and those of this tree for every worker of a run.
import { readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { revisionOf } from '../../src/manifest/1-read/revision'
import type { App } from '../../src/manifest/model/app'
import {
  compileFolder,
  type CompiledFolder,
  type SoundFolder,
} from '../../src/server/endpoints/manifests/compileManifests'
import { pack, unpackSteps, type Packed } from '../../src/server/workers/packed'
import { readSources } from '../../src/server/workers/readManifests'

/** What sound manifests without a warning were compiled to. */
interface Kept {
  /** A packed App, as bytes: reading them costs half of a structured clone. */
  readonly packed: Uint8Array
  readonly texts: SoundFolder['texts']
}

let byRevision: Map<string, Kept> | undefined

/** Those of this worker, and what the run of all tests has compiled before. */
function keptOnes(): Map<string, Kept> {
  const file = process.env.TEST_PREPARED_COMPILED
  return (byRevision ??= file === undefined ? new Map() : (deserialize(readFileSync(file)) as Map<string, Kept>))
}

/** Writes what this process has compiled for other processes, as TEST_PREPARED_COMPILED names it. */
export const writeCompiled = (file: string): void => writeFileSync(file, serialize(keptOnes()))

/** Each product gets an App of its own, because caches of the server hang on it. */
export async function compileOnce(folder: string): Promise<CompiledFolder> {
  const revision = revisionOf(readSources(folder))
  const kept = keptOnes().get(revision)
  if (kept) return { app: appOf(kept), warnings: [], texts: kept.texts }
  const fresh = await compileFolder(folder)
  if ('app' in fresh && fresh.warnings.length === 0)
    keptOnes().set(revision, { packed: serialize(pack(fresh.app)), texts: fresh.texts })
  return fresh
}

/** The App of manifests that were compiled before, as a copy. */
export function compiledBefore(revision: string): App | undefined {
  const kept = keptOnes().get(revision)
  return kept && appOf(kept)
}

function appOf({ packed }: Kept): App {
  const cloned = deserialize(packed) as Packed<App>
  for (const _ of unpackSteps(cloned));
  return cloned.data
}
