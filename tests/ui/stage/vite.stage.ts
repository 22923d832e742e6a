import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
export default defineConfig({ root: resolve(import.meta.dirname), cacheDir: '/tmp/stage-vite', plugins: [react()], appType: 'spa', server: { port: 25173, strictPort: true, fs: { allow: [resolve(import.meta.dirname, '../../..')] } } })
