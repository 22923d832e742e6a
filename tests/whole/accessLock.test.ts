// Is what the shipped product lets people do what schemas/access.lock says, which a reviewer reads?
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { accessLock, lockDifference } from '../../scripts/accessLock'
import { readSchemas } from './schemas'

it('access.lock of the shipped product is the committed one', () =>
  expect(
    lockDifference(
      readFileSync(join(import.meta.dirname, '../../schemas/access.lock'), 'utf8'),
      accessLock(readSchemas()),
    ),
    'npm run check -- --update',
  ).toEqual([]))
