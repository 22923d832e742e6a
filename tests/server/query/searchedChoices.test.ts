// Tests that a search finds records by the titles of choices, such as a reader's second name.
import { compiledBindery } from '../../manifest/sources'
import { describeSearchedChoices } from './searchCases'

describeSearchedChoices(compiledBindery())
