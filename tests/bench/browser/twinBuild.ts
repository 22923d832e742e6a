// How is the hand-written page built? As ours is: by vite for the same browsers, with compressed files beside the
// others, into a temporary folder.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export async function buildTwin(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'twin'),
    mode: 'production',
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      sourcemap: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  })
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((file) => file.isFile() && /\.(js|css|html)$/.test(file.name))) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    if (bytes.length < 1_024) continue
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    await writeFile(
      `${path}.br`,
      await promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    )
  }
}
