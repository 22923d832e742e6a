// A reporter of vitest for failures in hooks of suites, which its JSON report leaves out.
// Writes `{ path of a file: message }` to the file that HOOK_FAILURES names.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestSuite } from 'vitest/node'

export default class HookFailures implements Reporter {
  private readonly messages: Record<string, string> = {}

  onTestSuiteResult(suite: TestSuite): void {
    const [error] = suite.errors()
    if (error) this.messages[suite.module.moduleId] ??= error.stack ?? error.message
  }

  onTestRunEnd(): void {
    writeFileSync(process.env.HOOK_FAILURES!, JSON.stringify(this.messages))
  }
}
