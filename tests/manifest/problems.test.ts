// Proves the problems of bad manifests and the warnings of doubtful ones. Each folder of problems/
// and warnings/ is named for a code and holds files to lay over the fixture, and the expected
// output in expected.txt.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/manifest/compile'
import { inChinese } from '../../src/manifest/problems/chinese/chinese'
import { printProblem } from '../../src/manifest/problems/print'
import { problemTable, ruleProblemTable } from '../../src/manifest/problems/catalog'
import type { Problem } from '../../src/manifest/problems/problem'
import { warningTable } from '../../src/manifest/problems/warningCatalog'
import { readSources } from '../../src/server/workers/readManifests'
import { hasEnglish, ownWords } from './english'
import { fixture, names } from './sources'

const kinds = {
  problems: [...Object.keys(problemTable), ...Object.keys(ruleProblemTable)],
  warnings: Object.keys(warningTable),
}

describe.each(Object.entries(kinds))('%s', (kind, codes) => {
  const folder = join(import.meta.dirname, kind)
  const cases = readdirSync(folder).sort()

  it.each(cases)('%s', async (name) => {
    const compiled = compile(fixture(readSources(join(folder, name))), names)
    expect(compiled.ok).toBe(kind === 'warnings')
    const problems = compiled.ok ? compiled.warnings : compiled.problems
    const found = new Set<string>(problems.map((problem) => problem.code))
    expect(codes.some((code) => found.has(code) && (name === code || name.startsWith(`${code}-`)))).toBe(true)
    for (const problem of problems)
      expect(pointsIntoItsFile(join(folder, name), problem.file, problem.line, problem.column)).toBe(true)
    await expect(`${problems.map((problem) => printProblem(problem)).join('\n\n')}\n`).toMatchFileSnapshot(
      join(folder, name, 'expected.txt'),
    )
    const followers = problems.flatMap((problem) => problem.followers ?? [])
    expect([...problems, ...followers].flatMap((problem) => english(inChinese(problem)))).toEqual([])
  })

  it('shows every code that there is', () => {
    expect(codes.filter((code) => !cases.some((name) => name === code || name.startsWith(`${code}-`)))).toEqual([])
  })
})

/** Two English words together in what an administrator reads in Chinese, outside of what the author wrote. */
function english({ code, message, hint = '' }: Problem): string[] {
  return [message, hint].flatMap((text) => {
    const words = ownWords(text)
    const isChinese = text === '' || words.trim() === '' || /[\u4e00-\u9fff]/.test(words)
    return isChinese && !hasEnglish(text) ? [] : [`${code}: ${text}`]
  })
}

it('warns of nothing in the fixture', () => {
  expect(compile(fixture(), names)).toMatchObject({ warnings: [] })
})

function pointsIntoItsFile(folder: string, file: string, line: number, column: number): boolean {
  const source = fixture(readSources(folder)).find((one) => one.path === file)
  const text = source?.text ?? readFileSync(join(folder, file), 'utf8')
  const lines = text.split('\n')
  return line >= 1 && line <= lines.length && column >= 1 && column <= lines[line - 1]!.length + 1
}
