// Is each measure of a report the same, whether it is counted with the others or alone? Of the library.
import { compiledBindery } from '../../manifest/sources'
import { describeReports } from './reportCases'

describeReports(compiledBindery())
