// Writes schemas/demo/*.json: `npx tsx scripts/demo/write.ts`.
// The server loads them into an empty database at its first start.
import { mkdirSync, writeFileSync } from 'node:fs'
import { generatedDemo } from './generated'

mkdirSync('schemas/demo', { recursive: true })
for (const { path, text } of generatedDemo()) writeFileSync(path, text)
