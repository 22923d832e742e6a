// Are the files of the demo what their script writes? What is written into one of them by hand is gone at the next run, and nobody sees it go.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generatedDemo } from '../../scripts/demo/generated'

it.each(generatedDemo())('$path is what the script writes', ({ path, text }) => {
  expect(readFileSync(path, 'utf8') === text, 'run `npx tsx scripts/demo/write.ts` and look at what changes').toBe(true)
})
