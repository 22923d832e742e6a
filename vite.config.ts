// How are the page built and the tests run? Chunk names are for the UI to refine; the content policy of the server
// forbids inline scripts.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { countOfLong, placeOfLong } from './scripts/longTests.ts'
import { ownDatabase } from './scripts/ownDatabase.ts'
import { antdStyles } from './scripts/page/antdStyles.ts'
import { offlinePages } from './scripts/page/offlinePages.ts'
import { pageLayers, preloadList } from './scripts/page/pageLayers.ts'
import { shortLived } from './scripts/shortLived.mjs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const here = import.meta.dirname
const outDir = resolve(here, process.env.DIST ?? 'dist')

/** Writes name.br and name.gz beside every text file of the build, so that the server never compresses them. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      await Promise.all(
        entries
          .filter((entry) => entry.isFile() && /\.(js|css|html|svg|json)$/.test(entry.name))
          .map(async (entry) => {
            const path = join(entry.parentPath, entry.name)
            const bytes = await readFile(path)
            if (bytes.length < 1_024) return
            await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
            await writeFile(
              `${path}.br`,
              await promisify(brotliCompress)(bytes, {
                params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
              }),
            )
          }),
      )
    },
  }
}

/** Packages whose modules only define things but do not say so: what nobody uses of them is left out. */
const pure = /node_modules\/(antd|rc-[a-z-]+|@rc-component\/[a-z-]+)\//

let layers: ReturnType<typeof pageLayers> | undefined
const layerOf = (id: string, moduleOf: Parameters<typeof pageLayers>[1]) =>
  (layers ??= pageLayers(resolve(here, 'src'), moduleOf)).get(id) ?? null

// These run on another database or another day.
const elsewhere = [
  ...(process.env.TEST_DATABASE_URL ? ownDatabase : []),
  ...(process.env.TEST_ELSEWHERE ?? '').split(',').filter((path) => path !== ''),
]

// These ask how a cluster carries statements out; `npm run distributed` starts one.
const withoutCluster = process.env.TEST_CLUSTER ? [] : ['tests/distributed/**']

const mocked = 'tests/**/*.mocked.test.ts'

// What a test waits for has limits of its own; these end only what hangs, also on a machine that does much else.
const patience = 180_000

// What one suite of a run of all tests has translated, the next one reads; a later run begins afresh.
const fsModuleCachePath = process.env.TEST_TRANSLATED

const server = `http://127.0.0.1:${process.env.PORT || 3000}`

/** Tests that parse all sources and keep their syntax for each other: one after the other, before the workers end. */
const readsSources = /\/tests\/(walls\/|protocol\/refusals)/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      // A worker ends where a file of its own worker follows: those in the middle would make all begin without modules.
      const group = project.name === 'mocked' ? 2 : Number(readsSources.test(moduleId))
      return group * (countOfLong + 1) + placeOfLong(moduleId)
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  root: resolve(here, 'src/browser'),
  cacheDir: resolve(here, 'node_modules/.vite'),
  resolve: {
    alias: { '@babel/runtime/helpers/esm/objectSpread2': resolve(here, 'scripts/page/objectSpread.ts') },
  },
  plugins: [
    react(),
    antdStyles(),
    preloadList(),
    offlinePages(resolve(here, 'src/client/text/locales')),
    precompress(),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: pure, sideEffects: false }] },
      preserveEntrySignatures: 'allow-extension',
      output: {
        strictExecutionOrder: true,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: (id, modules) => layerOf(id, (other) => modules.getModuleInfo(other)) }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '^/pc[A-Za-z0-9]+/.*': server,
      '^/(map-frame|stand-in|shared|manifest\\.webmanifest)': server,
    },
  },
  test: {
    sequence: { sequencer: LongestFirst },
    execArgv: [...shortLived],
    ...(fsModuleCachePath && { experimental: { fsModuleCache: true, fsModuleCachePath } }),
    projects: [
      // The files of a worker share all modules; a file that puts something in the place of one stands alone.
      {
        root: here,
        extends: true,
        test: {
          name: 'node',
          root: here,
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...withoutCluster, 'tests/browser/**', 'tests/contract/browser/**', mocked, ...elsewhere],
          isolate: false,
          setupFiles: ['tests/loopSeed.ts', 'tests/answeredRefusals.ts'],
          environment: 'node',
          expect: { poll: { timeout: 20_000 } },
          testTimeout: patience,
          hookTimeout: patience,
        },
      },
      {
        root: here,
        extends: true,
        test: {
          name: 'mocked',
          root: here,
          include: [mocked],
          exclude: elsewhere,
          setupFiles: ['tests/answeredRefusals.ts'],
          environment: 'node',
          expect: { poll: { timeout: 20_000 } },
          testTimeout: patience,
          hookTimeout: patience,
        },
      },
      {
        root: here,
        extends: true,
        test: {
          name: 'browser',
          root: here,
          include: ['tests/browser/**/*.test.ts', 'tests/contract/browser/**/*.test.ts'],
          exclude: elsewhere,
          isolate: false,
          setupFiles: ['tests/browser/guard.ts'],
          environment: 'node',
          maxConcurrency: 2,
          expect: { poll: { timeout: 45_000 } },
          testTimeout: patience,
          hookTimeout: patience,
        },
      },
    ],
  },
})
