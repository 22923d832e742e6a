// How is the server built? Its own code into one program; packages stay where npm put them, since some carry programs
// and native parts.
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const here = import.meta.dirname

export default defineConfig({
  root: here,
  publicDir: false,
  build: {
    ssr: resolve(here, 'src/server/boot/program.ts'),
    outDir: resolve(here, 'dist-server'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: false,
  },
})
