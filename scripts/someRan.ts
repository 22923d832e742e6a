// A reporter of vitest that fails a run in which no test ran: its filter has matched nothing, so nothing is proven.
import type { Reporter, TestModule } from 'vitest/node'

export default class SomeRan implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests()) if (test.result().state !== 'skipped') return
    console.error('No test ran: none has such a name.')
    process.exitCode = 1
  }
}
