// Proves, on the library, that each measure of a report is the same counted with the others and
// alone.
import { compiledBindery } from '../../manifest/sources'
import { useFilledDatabase } from './filled'
import { describeReports } from './reportCases'

const app = compiledBindery()
describeReports(app, useFilledDatabase(app))
