// Tests that a form shows whether it may be sent while the decision after it still lacks something.
import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { TurnAnswer } from '../../src/protocol/records/stepCalls'
import { DecidedNext } from '../../src/ui/form/dialogs/DecidedNext'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

it('tells that one may submit now, and what is to be settled by whom before the decision', async () => {
  const step = (zh: string, role: string) => ({ title: { zh, en: zh }, roles: [role] })
  const after = {
    steps: [step('批准', '馆长')],
    unmet: { message: '押金未到账', before: { steps: [step('登记押金', '馆员')] } },
  } as unknown as TurnAnswer
  const runtime = await signedIn(createFixture(compiledBindery(), 1))
  const drawn = drawOn(runtime, () => createElement(DecidedNext, { after }))
  for (const text of [
    '提交后轮到馆长：批准',
    '可以现在提交。“批准”之前还须解决：押金未到账',
    '处理办法：由馆员“登记押金”',
  ])
    expect(drawn).toContain(text)
})
