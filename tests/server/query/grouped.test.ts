// Is what many records ask for together the same as what each asks for alone? Of the library with its bindery.
import { compiledBindery } from '../../manifest/sources'
import { describeGroupedValues } from './groupedCases'

describeGroupedValues(compiledBindery(), { different: 2, grouped: 2 })
