// Tests that the manifests generated for the benchmarks compile, because benchmarks are run by hand
// only.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compile } from '../../src/manifest/compile'
import { readSources } from '../../src/server/workers/readManifests'
import { measured, writeSchemas } from '../bench/browser/survey'

it('the manifests of the measurement are sound and have its screens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'measured-'))
  try {
    await writeSchemas(join(folder, 'schemas'))
    const compiled = compile(readSources(join(folder, 'schemas')))
    expect(compiled.ok ? [] : compiled.problems).toEqual([])
    expect(Object.values(measured).filter((path) => compiled.ok && compiled.app.screens[path] === undefined)).toEqual(
      [],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
