// A reporter of vitest that ends with the files that took longest, where time is best saved.
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const maxFiles = 10

/** What is read of a test file. */
type Timed = Pick<TestModule, 'moduleId'> & {
  diagnostic(): Pick<ReturnType<TestModule['diagnostic']>, 'collectDuration' | 'duration'>
}

export default class LongestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    console.log(`\nThe files that took longest:\n${longestLines(modules).join('\n')}`)
  }
}

/** `  71 s  tests/browser/seen.test.ts`: its imports, hooks and tests, the longest first. */
export function longestLines(modules: readonly Timed[]): string[] {
  return modules
    .map((module) => {
      const { collectDuration, duration } = module.diagnostic()
      return { path: relative(process.cwd(), module.moduleId), seconds: (collectDuration + duration) / 1000 }
    })
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, maxFiles)
    .map(({ path, seconds }) => `${seconds.toFixed(0).padStart(5)} s  ${path}`)
}
