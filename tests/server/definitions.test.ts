// Proves, on the library with its bindery, that a screen's answer contains the title of everything
// that it shows.
import { compiledBindery } from '../manifest/sources'
import { describeDefinitions } from './definitionCases'

describeDefinitions(compiledBindery(), { states: 5, counting: 1 })
