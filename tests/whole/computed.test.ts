// Tests that computed values and reports of the shipped product are the same by every way of
// computing them.
import { describe } from 'vitest'
import { describeGroupedValues } from '../server/query/groupedCases'
import { describeReports } from '../server/query/reportCases'
import { readSchemas } from './schemas'

describe('computed values', () => describeGroupedValues(readSchemas(), { different: 10, grouped: 5 }))
describe('reports', () => describeReports(readSchemas()))
