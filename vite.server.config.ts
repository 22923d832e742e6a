// How is the server built? Its own code into one program and the program of its worker threads; packages stay where npm
// put them, since some carry programs and native parts.
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const here = import.meta.dirname
const server = resolve(here, 'src/server')

export default defineConfig({
  root: here,
  publicDir: false,
  build: {
    ssr: true,
    outDir: resolve(here, 'dist-server'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      input: {
        program: `${server}/boot/program.ts`,
        // By these names the program starts a thread, and the thread finds its tasks.
        thread: `${server}/workers/thread.mjs`,
        tasks: `${server}/workers/tasks.ts`,
      },
      output: {
        entryFileNames: ({ name }) => (name === 'thread' ? '[name].mjs' : '[name].js'),
        chunkFileNames: '[name].js',
      },
    },
  },
})
