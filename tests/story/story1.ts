// The first story, step by step, with every number and every refusal. Steps have the numbers of the
// story; days count from the day of the run, since appointments must be in the future.
import type { Step } from './step'
import { contractSteps } from './story1/contract'
import { installationSteps } from './story1/installation'
import { productionSteps } from './story1/production'

export const story1: readonly Step[] = [...contractSteps, ...productionSteps, ...installationSteps]
