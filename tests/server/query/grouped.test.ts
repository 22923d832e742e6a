// Proves, on the library with its bindery, that values grouped for many records equal those read
// for each alone.
import { compiledBindery } from '../../manifest/sources'
import { useFilledDatabase } from './filled'
import { describeGroupedValues } from './groupedCases'

const app = compiledBindery()
describeGroupedValues(app, useFilledDatabase(app), { different: 2, grouped: 2 })
