// Proves which stages of a record are past, present and ahead.
import { expect, it } from 'vitest'
import type { Transition } from '../../src/manifest/model/transition'
import { goalsAmong, stageProgress } from '../../src/ui/screens/record/timeline/stageProgress'

const places = (stages: string[], state: string | undefined) =>
  stageProgress(stages, state).map(({ state: name, place }) => `${name} ${place}`)

it('a stage in between', () =>
  expect(places(['draw', 'sign', 'made'], 'sign')).toEqual(['draw done', 'sign now', 'made next']))
it('the last stage is done', () => expect(places(['draw', 'made'], 'made')).toEqual(['draw done', 'made done']))
it('an end off the way stands alone', () => expect(places(['draw', 'made'], 'closed')).toEqual(['closed off']))
it('a record that has no state yet has all before it', () =>
  expect(places(['draw', 'made'], undefined)).toEqual(['draw next', 'made next']))
it('a stage to which only harm leads is no goal', () => {
  const transition = (to: string, danger: boolean) => ({ to, danger }) as Transition
  const transitions = {
    make: transition('made', false),
    bar: transition('barred', true),
    free: transition('draw', false),
  }
  expect(goalsAmong(['draw', 'made', 'barred', 'apart'], { transitions })).toEqual(['draw', 'made', 'apart'])
})
