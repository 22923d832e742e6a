// The second story: a complaint about damaged goods, with the carrier judged responsible and a
// supplement quoted twice. Steps have the numbers of the story.
import type { Step } from './step'
import { complaintSteps } from './story2/complaint'
import { replacementSteps } from './story2/replacement'

export const story2: readonly Step[] = [...complaintSteps, ...replacementSteps]
