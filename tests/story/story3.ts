// The third story, step by step, with every number and every refusal: a store from the plan to the
// opening. Steps have the numbers of the story; days count from the day of the run.
import type { Step } from './step'
import { openingSteps } from './story3/opening'
import { planningSteps } from './story3/planning'

export const story3: readonly Step[] = [...planningSteps, ...openingSteps]
