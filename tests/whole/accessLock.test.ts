// Tests that the shipped product's rights equal schemas/access.lock, and that `npm run check` has
// no warnings.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { accessLock } from '../../src/manifest/access/lock/accessLock'
import { lockDifference } from '../../src/manifest/access/lock/changes'
import { compile } from '../../src/manifest/compile'
import { readSources } from '../../src/server/workers/readManifests'
import { printProblem } from '../../src/manifest/problems/print'
import { compileSchemas, readSchemas } from './schemas'

it('access.lock of the shipped product is the committed one', () =>
  expect(
    lockDifference(
      readFileSync(join(import.meta.dirname, '../../schemas/access.lock'), 'utf8'),
      accessLock(readSchemas()),
    ),
    'npm run check -- --update',
  ).toEqual([]))

it('the shipped product has no warnings', () =>
  expect(compileSchemas().warnings.map((warning) => printProblem(warning))).toEqual([]))

it.each([
  {
    change: 'a form no longer requires a field',
    path: 'order/contract.entity.json',
    from: '{ "field": "files", "required": true, "wide": true }',
    to: '{ "field": "files", "wide": true }',
    lines: ['transition contract.submit', '  - takes files (required)', '  + takes files'],
  },
  {
    change: 'a field is required at other times',
    path: 'channelManage/channelProject.entity.json',
    from: `"requiredWhen": "state == 'rejected'"`,
    to: `"requiredWhen": "state == 'active'"`,
    lines: [
      'transition channelProject.edit',
      '  - requires files when (state == "rejected")',
      '  + requires files when (state == "active")',
    ],
  },
  {
    change: 'a transition no longer sets a field by which rows are reached',
    path: 'order/order.entity.json',
    from: '"designer": "customer.designer",',
    to: '',
    lines: ['transition order.takeOver', '  - sets designer to customer.designer'],
  },
  {
    change: 'a transition sets such a field to another value',
    path: 'order/order.entity.json',
    from: '"coalesce(designer, vars.measurer)"',
    to: '"vars.measurer"',
    lines: [
      'transition order.measure',
      '  - sets designer to coalesce(designer, vars.measurer)',
      '  + sets designer to vars.measurer',
    ],
  },
  {
    change: 'an effect gives a new account another role',
    path: 'store/dealer.entity.json',
    from: '"role": "ownerRole"',
    to: '"role": "me.role"',
    lines: [
      'transition dealer.create',
      '  - runs employee.found with role as ownerRole, store as headStore',
      '  + runs employee.found with role as me.role, store as headStore',
    ],
  },
  {
    change: 'an effect gives another value to an input from which such a field is set',
    path: 'store/employee.entity.json',
    from: `"run": "order.handOver",
          "where": "rule.servedOrder",
          "when": "rule.handsOver",
          "values": { "from": "id", "to": "input.successor" }`,
    to: `"run": "order.handOver",
          "where": "rule.servedOrder",
          "when": "rule.handsOver",
          "values": { "from": "input.successor", "to": "input.successor" }`,
    lines: [
      'transition employee.resign',
      expect.stringMatching(/^ {2}- runs order.handOver .* with from as id, to as input.successor when /),
      expect.stringMatching(/^ {2}\+ runs order.handOver .* with from as input.successor, to as input.successor when /),
    ],
  },
  {
    change: 'an effect depends on another state of another record',
    path: 'order/evaluation.entity.json',
    from: 'average < 3 && dealer.inTestRun',
    to: 'average < 3',
    lines: [
      'transition evaluation.submit',
      '  - runs afterCase.createAuto with order as order when (((kind == "survey") && (average < 3)) && dealer.inTestRun)',
      '  + runs afterCase.createAuto with order as order when ((kind == "survey") && (average < 3))',
    ],
  },
  {
    change: 'the records of a view belong to others',
    path: 'finance/customerWater.entity.json',
    from: 'order == null ? customer.store : order.store',
    to: 'customer.store',
    lines: [
      'entity customerWater',
      '  - refund gives store as ((order == null) ? customer.store : order.store)',
      '  + refund gives store as customer.store',
    ],
  },
])('when $change, the lock shows it', ({ path, from, to, lines }) => {
  const sources = readSources('schemas')
  const { text } = sources.find((source) => source.path === path)!
  expect(text).toContain(from)
  const compiled = compile(
    sources.map((source) => (source.path === path ? { path, text: text.replace(from, to) } : source)),
  )
  if (!compiled.ok) throw new Error(compiled.problems.map((problem) => printProblem(problem)).join('\n'))
  expect(lockDifference(accessLock(readSchemas()), accessLock(compiled.app))).toEqual(lines)
})
