// Tests that every screen of the shipped product comes with all definitions it shows, that choices
// are found by title, and that lines and frames accept their imports.
import { describe } from 'vitest'
import { describeDefinitions } from '../server/definitionCases'
import { describeSearchedChoices } from '../server/query/searchCases'
import { describeComputedLines } from '../ui/computedLineCases'
import { describeFrameValues } from '../ui/frameValueCases'
import { describeImportedLines } from '../ui/importCases'
import { readSchemas } from './schemas'

const app = readSchemas()

describe('definitions', () => describeDefinitions(app, { states: 20, counting: 5 }))
describe('searched choices', () => describeSearchedChoices(app))
describe('computed lines', () => describeComputedLines(app))
describe('imported lines', () => describeImportedLines(app))
describe('frames', () => describeFrameValues(app))
