// Takes the steps of a walk by calls, and one of so many in a browser.
// The acting account opens the list or the record by its address, presses a button that is offered there, types the
// same values into the form and sends it.
import type { Locator, Page } from 'playwright-core'
import { createChance } from '../../scripts/demo/chance'
import type { Field } from '../../src/manifest/model/field'
import type { AddressValue, RunAnswer, RunRequest } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { Offers } from '../generated/offers'
import { fillAndRun, type Filling } from '../generated/values'
import { within } from '../generated/within'
import { png } from '../story/teller'
import type { Product } from '../whole/product'
import { fillAndSubmit } from './everywhere'
import { fillForm, type Answer, type Line } from './form'
import { waysOfStep, type StepWay } from './stepWays'
import { namedRecord } from './storyAnswers'
import { enter, type Place } from './visitor'

const patience = 20_000

interface Options {
  readonly place: Place
  readonly dependencies: Product['server']['dependencies']
  readonly offers: Offers
  /** One of so many steps is pressed. */
  readonly oneIn: number
  readonly seed: number
}

export class PressedSteps {
  /** What was pressed: who, what, and where. */
  readonly pressed: string[] = []
  taken = 0
  private due = 0
  private readonly pages = new Map<string, Page>()
  private last: Promise<unknown> = Promise.resolve()
  private readonly chance: ReturnType<typeof createChance>

  constructor(private readonly options: Options) {
    this.chance = createChance(options.seed)
  }

  /** In place of fillAndRun. @throws when a page does not do what the call does */
  readonly run = async (filling: Filling): Promise<Envelope<RunAnswer>> => {
    const isPressed = this.due > 0
    if (isPressed) this.due -= 1
    const answer = await fillAndRun(
      isPressed ? { ...filling, send: (request) => this.send(filling, request) } : filling,
    )
    if (answer.code === 2000) this.taken += 1
    if (answer.code === 2000 && this.taken % this.options.oneIn === 0) this.due += 1
    // Nothing that the server takes was asked: the next step is pressed instead.
    if (isPressed && answer.code !== 2000) this.due += 1
    return answer
  }

  /** Presses what the server would take; the pages of the accounts are used by one step at a time. */
  private async send(filling: Filling, request: RunRequest): Promise<Envelope<RunAnswer>> {
    const expected = await this.answerTo(filling, request)
    if (expected.code !== 2000) return expected
    const turn = this.last.then(() => this.press(filling, request))
    this.last = turn.catch(() => undefined)
    const answer = await turn
    if (answer.code === 2000) return answer
    // Another step may have been faster.
    const later = await this.answerTo(filling, request)
    if (later.code === 2000) throw new Error(`The page was refused what the call was not: ${JSON.stringify(answer)}`)
    return later
  }

  /** What the server answers, taken back. */
  private async answerTo({ role, teller }: Filling, request: RunRequest): Promise<Envelope<RunAnswer>> {
    let answer: Envelope<RunAnswer> | undefined
    await within(this.options.dependencies, teller, async (inside) => {
      answer = await inside.teller.call<RunAnswer>(role, '/api/run', request)
    })
    return answer!
  }

  private async press(filling: Filling, request: RunRequest): Promise<Envelope<RunAnswer>> {
    const { place, offers } = this.options
    const { role, transition } = filling
    const ways = await waysOfStep(offers, filling)
    const way = ways[this.chance.below(ways.length)]
    const step = `${role} ${transition.entity}.${transition.name}`
    if (!way) throw new Error(`No screen has a button for ${step}`)
    const page = this.pages.get(role) ?? (await enter(place, role))
    page.setDefaultTimeout(patience)
    this.pages.set(role, page)
    const name = `${step} ${way.button} of ${way.address}`
    try {
      await page.goto(place.address + way.address)
      const answer = await fillAndSubmit(page, way, (form) => fill(page, form, { place, filling, request, way }))
      this.pressed.push(name)
      return answer as Envelope<RunAnswer>
    } catch (error) {
      this.pages.delete(role)
      await page.context().close()
      throw new Error(`${name}: ${String(error)}`, { cause: error })
    }
  }
}

interface Filled {
  readonly place: Place
  readonly filling: Filling
  readonly request: RunRequest
  readonly way: StepWay
}

async function fill(page: Page, form: Locator, { place, filling, request, way }: Filled): Promise<void> {
  const { transition, teller } = filling
  const answers: Record<string, Answer> = {}
  for (const ask of transition.form) {
    const value = request.values?.[ask.field]
    if (value === undefined || value === null || Object.hasOwn(way.begun, ask.field)) continue
    const field = (ask.input ? transition.inputs : place.app.entities[transition.entity]!.fields)[ask.field]!
    answers[ask.field] = await answerOf(teller, field, value, ask.editOnlyFields)
  }
  await fillForm({ page, app: place.app, language: 'zh' }, form, transition, answers, request.note)
}

/** A value as a person has it. @param cells of lines that stand there already: those that can be written */
async function answerOf(
  teller: Filling['teller'],
  field: Field,
  value: unknown,
  cells?: readonly string[],
): Promise<Answer> {
  switch (field.type) {
    case 'ref':
      return namedRecord(teller, field, value)
    case 'address':
      return value as AddressValue
    case 'files':
      return (value as readonly object[]).map((_, at) => ({ name: `${at}.png`, mimeType: 'image/png', bytes: png }))
    case 'lines':
      return Promise.all(
        (value as readonly object[]).map(async (line): Promise<Line> => {
          const answers: Record<string, Answer> = {}
          for (const [name, cell] of Object.entries(line)) {
            const column = field.fields![name]
            const isWritten = column && (cells ? cells.includes(name) : true)
            if (isWritten && cell !== undefined && cell !== null) answers[name] = await answerOf(teller, column, cell)
          }
          return answers
        }),
      )
    default:
      return value as string | number | boolean
  }
}
