// Proves, on the library, that each measure of a report is the same counted with the others and
// alone.
import { compiledBindery } from '../../manifest/sources'
import { describeReports } from './reportCases'

describeReports(compiledBindery())
