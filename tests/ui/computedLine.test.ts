// Are the computed cells of lines worked out once a line, and are they the same as if each were worked out alone?
import { compiledBindery } from '../manifest/sources'
import { describeComputedLines } from './computedLineCases'

describeComputedLines(compiledBindery())
