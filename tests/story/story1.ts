// What happens in the first story, step by step, with every number and every refusal?
// Numbers of steps are those of the story; days are counted from the day of the run, since appointments must lie in the
// future.
import type { Step } from './step'
import { contractSteps } from './story1/contract'
import { installationSteps } from './story1/installation'
import { productionSteps } from './story1/production'

export const story1: readonly Step[] = [...contractSteps, ...productionSteps, ...installationSteps]
