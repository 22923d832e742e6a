// Is a choice found by the words of its title? Of the library, with a reader whose second name is a choice.
import { compiledBindery } from '../../manifest/sources'
import { describeSearchedChoices } from './searchCases'

describeSearchedChoices(compiledBindery())
