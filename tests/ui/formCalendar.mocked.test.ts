// Proves that the calendar of a form shows errors of its inputs and links to the record in the way.
import { createElement, type ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { updateStatus } from '../../src/ui/form/model/formParts'
import { useFormModel } from '../../src/ui/form/model/useFormModel'
import FormCalendar from '../../src/ui/form/view/FormCalendar'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const app = compiledBindery()
const schedule = { screen: '/bindery/Visits', groupBy: 'keeper', dateField: 'day' }
const answer = { revision: '', entities: app.entities, dictionaries: app.dictionaries, settings: {} }
vi.mock('../../src/client/data/queries', async (original) => ({
  ...(await original<object>()),
  useScreen: () => ({ data: { ...answer, screen: app.screens[schedule.screen], calls: {} } }),
  useCalendar: () => ({ data: { rows: [] } }),
}))

it('links to the record that has the day already', async () => {
  function Calendar(): ReactElement {
    const form = useFormModel({ entity: 'visit', transition: 'create', answer })
    const day = form.model.fieldOf('day')
    form.model.refuse({ day: 'That day is taken' })
    updateStatus(day, { duplicate: { entity: 'visit', id: 7 } })
    return createElement(FormCalendar, { form, schedule })
  }
  const markup = drawOn(await signedIn(createFixture(app, 1), 'en'), Calendar)
  expect(markup).toMatch(/role="status"[^>]*>That day is taken <a href="[^"]*record=visit:7"/)
})
