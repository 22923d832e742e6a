// Is what the shipped product lets people do what schemas/access.lock says, which a reviewer reads? And does `npm run
// check` find nothing doubtful in it?
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { accessLock } from '../../src/manifest/access/lock/accessLock'
import { lockDifference } from '../../src/manifest/access/lock/changes'
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
