// Opens a form of many inputs in a page that rests only when a test lets it rest.
import { untranslated } from '../../src/manifest/model/text'
import type { Screen } from '../../src/manifest/model/screen'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import type { Call, Reply } from '../../src/protocol/transport'
import { createFixture, envelope } from '../ui/fixture'
import { keepToItself } from './handedOn'
import { rows, type useSite } from './site'
import { dialog } from './visitor'

/** A list, an action above it whose form opens in a dialog, and a text that the form asks. */
interface FormAbove {
  readonly screen: Screen
  readonly action: Screen['actions'][number]
  readonly field: string
}

/** The form has `count` inputs like the text, named many0 and so on; the one of `required` must be filled in. */
export async function openLongForm(
  site: ReturnType<typeof useSite>,
  { screen, action, field: like }: FormAbove,
  count: number,
  required: number,
) {
  const longer = async (call: Call): Promise<Reply> => {
    const { data } = (await createFixture(site.app, 1).transport(call)).body as { data: ScreenAnswer }
    const entity = data.entities[action.entity]!
    const transition = entity.transitions[action.transition]!
    const names = Array.from({ length: count }, (_, at) => `many${at}`)
    const { required: _required, ...field } = entity.fields[like]!
    const many = names.map((name) => [name, { ...field, name, title: untranslated(name) }] as const)
    const form = names.map((name) => ({ field: name, ...(name === `many${required}` ? { required: true } : {}) }))
    const described = {
      ...entity,
      fields: { ...entity.fields, ...Object.fromEntries(many) },
      transitions: { ...entity.transitions, [transition.name]: { ...transition, form } },
    }
    return envelope({ ...data, entities: { ...data.entities, [entity.name]: described } })
  }
  const page = await site.open(screen.path, {
    before: async (opened) => {
      site.fixture.once('/api/screen', longer)
      await keepToItself(opened).addInitScript(() => {
        const waiting: IdleRequestCallback[] = []
        window.requestIdleCallback = (work) => waiting.push(work)
        Object.assign(window, { rest: () => waiting.splice(0).forEach((work) => work({} as IdleDeadline)) })
      })
    },
  })
  await page.waitForSelector(rows)
  const press = (within: ReturnType<typeof dialog>) =>
    within.getByRole('button', { name: action.title.zh!, exact: true }).click()
  await press(page.locator('header'))
  const inputs = dialog(page).locator('[data-ask^="many"] input')
  await inputs.first().waitFor()
  return {
    page,
    inputs,
    rest: () => page.evaluate(() => (window as unknown as { rest(): void }).rest()),
    submit: () => press(dialog(page)),
    hasFocus: (name: string) =>
      dialog(page)
        .getByLabel(name, { exact: true })
        .evaluate((input) => input === document.activeElement),
  }
}
