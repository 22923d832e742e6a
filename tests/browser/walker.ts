// Does a step of a story by hand, one page per role: menu, search, row, button, form.
// Checks the server's answer, and that missing actions are absent and refused by the API too.
import { formTexts } from '../pageTexts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Action } from '../../src/manifest/model/column'
import type { Transition } from '../../src/manifest/model/transition'
import type { ListAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import { allowedActionKey } from '../../src/ui/actions/availableActions'
import type { Step } from '../story/step'
import type { Teller } from '../story/teller'
import { answeredRuns, nextRun, reported, takeAnswers } from './calls'
import { fillForm, NotOffered } from './form'
import { answersOf } from './storyAnswers'
import {
  actionOf,
  dialog,
  findRow,
  giveUp,
  openScreen,
  pressAbove,
  pressOnRow,
  remindedOf,
  searchFor,
  signIn,
  titled,
  type Language,
  type Place,
} from './visitor'

export interface Walker {
  /** Does a step by hand and checks everything that it says. @throws when the screen has no such action */
  walk(step: Step): Promise<void>
  /** The page of a role, signed in once. */
  person(role: string): Promise<Page>
}

interface Journey {
  readonly place: Place
  readonly teller: Teller
  readonly language?: Language
}
/** Where the button of an action stands: on a screen of forms, over the list, on a row of it, or on a card above it. */
type Standing = 'form' | 'toolbar' | 'row' | 'reminder'

export function createWalker({ place, teller, language = 'zh' }: Journey): Walker {
  const { app } = place
  const people = new Map<string, Promise<Page>>()

  function person(role: string): Promise<Page> {
    const known = people.get(role) ?? signIn(place, role, language)
    people.set(role, known)
    return known
  }

  async function walk(step: Step): Promise<void> {
    const page = await person(step.role)
    const action = actionOf(app, step.screen, step.action)
    const standing = standingOf(step.screen, action)
    const transition = app.entities[action.entity]!.transitions[action.transition]!
    const { record, brought } = await subjectOf(step, action, standing)
    const opened = await openScreen(page, app, step.screen, language)
    const rows = brought === undefined ? action.entity : app.screens[step.screen]!.entity
    if (record && step.refused && !record.can.includes(allowedActionKey(action, rows))) {
      await showsAbsent(page, opened, record, action, standing)
      return teller.tell(step)
    }
    const counted = step.refused ? await teller.counted() : undefined
    const form = await openForm(page, opened, action, standing, record)
    const { [brought ?? '']: _, ...answers } = await answersOf(teller, app, transition, step)
    try {
      await fillForm({ page, app, language }, form, transition, answers, step.note)
    } catch (error) {
      if (!step.refused || !(error instanceof NotOffered)) throw error
      if (standing !== 'form') await giveUp(page, language)
      return teller.tell(step)
    }
    await takeAnswers(page)
    await send(form, action, standing)
    if (step.refused) await refused(step, step.refused, page, form, standing, counted!)
    else await done(step, page, form, transition, standing)
  }

  function standingOf(path: string, action: Action): Standing {
    const screen = app.screens[path]!
    if (!screen.actions.includes(action)) return 'reminder'
    return screen.kind === 'form' ? 'form' : action.place
  }

  /**
   * The record on whose row or entry the action stands. It may run on a record that the row refers to; and what creates
   * a record of another kind may begin at a row, which it brings along as the value `brought`.
   */
  async function subjectOf(
    { role, on, values, screen }: Step,
    action: Action,
    standing: Standing,
  ): Promise<{ record?: RecordData; brought?: string }> {
    if (on !== undefined)
      return {
        record:
          action.on === undefined ? await teller.record(role, on) : await rowReferring(role, screen, action.on, on),
      }
    if (standing !== 'row') return {}
    const { entity } = app.screens[screen]!
    const given = Object.entries(values ?? {}).find(
      ([, one]) => teller.kept.get(String(one).slice(1))?.entity === entity,
    )
    if (!given) throw new Error(`A step on a row of ${screen} brings no ${entity}.`)
    const [brought, value] = given
    return { brought, record: await teller.record(role, String(value).slice(1)) }
  }

  async function rowReferring(role: string, screen: string, field: string, on: string): Promise<RecordData> {
    const { id } = teller.kept.get(on)!
    const { data } = await teller.call<ListAnswer>(role, '/api/list', {
      screen,
      want: { rows: true },
      filters: [{ field, operator: 'in', value: [id] }],
    })
    const [row] = data.rows ?? []
    if (!row) throw new Error(`No row of ${screen} refers to ${on}`)
    return row
  }

  async function openForm(
    page: Page,
    opened: Locator,
    action: Action,
    standing: Standing,
    record: RecordData | undefined,
  ): Promise<Locator> {
    const title = action.title[language]!
    if (standing === 'form') return formTab(opened, title)
    if (standing === 'toolbar') await pressAbove(opened, title)
    else if (standing === 'row') await pressOnRow(page, await findRow(opened, record!.id, wordsOf(record!)), title)
    else await titled((await remindedOf(opened, record!.id)).locator('.table-action'), title).click()
    const box = dialog(page)
    await box.locator('.ant-modal-footer .ant-btn-primary').waitFor()
    return box
  }

  const send = (form: Locator, action: Action, standing: Standing): Promise<void> =>
    (standing === 'form'
      ? titled(form.locator('button.ant-btn-primary'), action.title[language]!)
      : form.locator('.ant-modal-footer .ant-btn-primary')
    ).click()

  async function done(
    step: Step,
    page: Page,
    form: Locator,
    transition: Transition,
    standing: Standing,
  ): Promise<void> {
    const answer = await nextRun(page)
    expect(answer, `step ${step.step}: ${answer.msg}`).toMatchObject({ code: 2000 })
    const { id, message } = answer.data as RunAnswer
    await reported(page, message)
    if (standing === 'form') {
      await form.locator('.outcome-success').waitFor()
      await form.getByRole('button', { name: formTexts.another[language] }).click()
    } else await expect.poll(() => page.locator('.ant-modal:visible').count()).toBe(0)
    if (step.keep) teller.kept.set(step.keep, { entity: transition.entity, id })
    await teller.checkAfter(step)
  }

  /** The reason stands in the form, said by the server or by the form itself; what the form says the API says too. */
  async function refused(
    step: Step,
    { code, says }: NonNullable<Step['refused']>,
    page: Page,
    form: Locator,
    standing: Standing,
    counted: Readonly<Record<string, number>>,
  ): Promise<void> {
    await expect.poll(async () => (await form.getByRole('alert').allInnerTexts()).join('\n')).toMatch(says)
    const [answer] = await answeredRuns(page)
    if (answer) expect(answer.code, answer.msg).toBe(code)
    if (standing !== 'form') await giveUp(page, language)
    if (!answer) return teller.tell(step)
    expect(await teller.counted(), 'nothing is written').toEqual(counted)
    await teller.checkAfter(step)
  }

  /**
   * Neither the row nor the menu behind it, nor the card, has the action; a record that is not there has none either.
   */
  async function showsAbsent(
    page: Page,
    opened: Locator,
    record: RecordData,
    action: Action,
    standing: Standing,
  ): Promise<void> {
    const title = action.title[language]!
    if (standing === 'reminder') {
      const item = await remindedOf(opened, record.id)
      return expect.poll(() => titled(item.locator('.table-action'), title).count()).toBe(0)
    }
    await searchFor(page, opened, wordsOf(record))
    const row = opened.locator(`tr[data-row="${record.id}"]`)
    await expect.poll(() => titled(row.locator('.table-action'), title).count()).toBe(0)
    const more = row.locator('.table-action-more')
    if ((await more.count()) === 0) return
    await more.click()
    await page.locator('.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-item').first().waitFor()
    expect(
      await titled(page.locator('.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-item'), title).count(),
    ).toBe(0)
    await page.keyboard.press('Escape')
  }

  return { walk, person }
}

const wordsOf = ({ label, values }: RecordData): string => String(values.no ?? label)

/** A screen of kind form has a tab for each of its forms when there are several. */
async function formTab(opened: Locator, title: string): Promise<Locator> {
  const tab = opened.getByRole('tab', { name: title, exact: true })
  await opened.locator('[data-ask]:visible').first().waitFor()
  if ((await tab.count()) === 0) return opened
  await tab.click()
  return opened.getByRole('tabpanel', { name: title, exact: true }).filter({ visible: true })
}
