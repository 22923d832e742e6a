// Does everything come along that a screen needs to call things by their titles? Of the library with its bindery.
import { compiledBindery } from '../manifest/sources'
import { describeDefinitions } from './definitionCases'

describeDefinitions(compiledBindery(), { states: 5, counting: 1 })
