// Converts values of a story to form input:
// kept records by number, people by name, days counted from today, files by name.
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Transition } from '../../src/manifest/model/transition'
import type { AddressValue, RecordAnswer } from '../../src/protocol/calls'
import type { Step, StoryValue } from '../story/step'
import { moment, png, type Teller } from '../story/teller'
import type { Answer, Line, Named } from './form'

export async function answersOf(
  teller: Teller,
  app: App,
  transition: Transition,
  step: Step,
): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {}
  for (const [name, value] of Object.entries(step.values ?? {})) {
    const field = transition.inputs[name] ?? app.entities[transition.entity]!.fields[name]
    if (!field) throw new Error(`${step.action} knows no ${name}`)
    answers[name] = await answerOf(teller, field, value)
  }
  return answers
}

async function answerOf(teller: Teller, field: Field, value: StoryValue): Promise<Answer> {
  switch (field.type) {
    case 'ref':
      return named(teller, field, String(value))
    case 'date':
    case 'datetime':
      return moment(value as { day: number; time?: string })
    case 'address':
      return value as unknown as AddressValue
    case 'files':
      return (value as readonly string[]).map((name) => ({ name: name.slice(1), mimeType: 'image/png', bytes: png }))
    case 'lines':
      return Promise.all(
        (value as readonly Readonly<Record<string, StoryValue>>[]).map(async (line): Promise<Line> => {
          const cells: Record<string, Answer> = {}
          for (const [name, cell] of Object.entries(line))
            cells[name] = await answerOf(teller, field.fields![name]!, cell)
          return cells
        }),
      )
    default:
      return value as string | number | boolean
  }
}

/** `$KH1`: a kept record; `@guide`, `@installer`, `@owner.dealer`: an account, or its unit. */
async function named(teller: Teller, field: Field, value: string): Promise<Named> {
  return namedRecord(teller, field, await teller.value('admin', value))
}

/** A record as a person types its number or name, and finds it. */
export async function namedRecord(teller: Teller, { entity }: Field, id: unknown): Promise<Named> {
  const { data } = await teller.call<RecordAnswer>('admin', '/api/record', { entity, id })
  const { label, values } = data.record
  return { words: String(values.no ?? label), label }
}
