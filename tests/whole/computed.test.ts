// Tests that computed values and reports of the shipped product are the same by every way of
// computing them.
import { describe } from 'vitest'
import { useFilledDatabase } from '../server/query/filled'
import { describeGroupedValues } from '../server/query/groupedCases'
import { describeReports } from '../server/query/reportCases'
import { readSchemas } from './schemas'

const app = readSchemas()
const filled = useFilledDatabase(app)
describe('computed values', () => describeGroupedValues(app, filled, { different: 10, grouped: 5 }))
describe('reports', () => describeReports(app, filled))
