// Proves, on the library with a reader whose second name is a choice, that a choice is found by the
// words of its title.
import { compiledBindery } from '../../manifest/sources'
import { describeSearchedChoices } from './searchCases'

describeSearchedChoices(compiledBindery())
