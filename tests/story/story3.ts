// What happens in the third story, step by step, with every number and every refusal? A store is built from the plan to
// the opening.
// Numbers of steps are those of the story; days are counted from the day of the run.
import type { Step } from './step'
import { openingSteps } from './story3/opening'
import { planningSteps } from './story3/planning'

export const story3: readonly Step[] = [...planningSteps, ...openingSteps]
