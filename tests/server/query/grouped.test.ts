// Proves, on the library with its bindery, that values grouped for many records equal those read
// for each alone.
import { compiledBindery } from '../../manifest/sources'
import { describeGroupedValues } from './groupedCases'

describeGroupedValues(compiledBindery(), { different: 2, grouped: 2 })
