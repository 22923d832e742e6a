// Writes schemas/demo/*.json and schemas/first/*.json: `npx tsx scripts/demo/write.ts`.
// The server loads the former into an empty database at its first start, `npm run account` the latter.
import { mkdirSync, writeFileSync } from 'node:fs'
import { generatedDemo } from './generated'

for (const folder of ['demo', 'first']) mkdirSync(`schemas/${folder}`, { recursive: true })
for (const { path, text } of generatedDemo()) writeFileSync(path, text)
