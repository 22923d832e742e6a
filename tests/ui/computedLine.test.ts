// Proves that computed cells are computed once for each line, with the values that each alone has.
import { compiledBindery } from '../manifest/sources'
import { describeComputedLines } from './computedLineCases'

describeComputedLines(compiledBindery())
