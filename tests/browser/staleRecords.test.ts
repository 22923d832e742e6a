// Tests what a user sees whose record was changed by another one meanwhile.
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { refusals } from '../../src/protocol/refusals/catalog'
import { formTexts } from '../pageTexts'
import { usePlace } from './usePlace'
import { dialog, enter } from './visitor'

const place = usePlace({ environment: { JOBS: 'off' } })
const app = () => place.app

/** What another user does. */
const change = (statement: Sql) => place.product.server.dependencies.database.transaction((tx) => tx.query(statement))

describe('a form', () => {
  it('whose permission the change has taken away offers the latest data too, and keeps what was entered', async () => {
    const follows = await place.rowsOf('guide', '/customer/Follow')
    const { id } = follows.find(({ can }) => can.includes('correct'))!
    const { correct } = app().entities.follow!.transitions
    const guide = await enter(place, 'guide', 'zh', `/customer/Follow?record=follow:${id}`)
    await guide.locator('.record-actions').getByRole('button', { name: correct!.title.zh! }).click()
    const content = dialog(guide).locator('[data-ask="content"] textarea')
    await content.fill('客户想看样板间')
    await change(sql`UPDATE "follow" SET "method" = 'system', "version" = "version" + 1 WHERE "id" = ${id}`)
    const send = dialog(guide).locator('.ant-modal-footer .ant-btn-primary')
    const alert = dialog(guide).getByRole('alert')
    const refusal = guide.waitForResponse('**/api/run')
    await send.click()
    expect(await (await refusal).json()).toMatchObject({ key: 'stale_version' })
    await alert.getByText(formTexts.stale.zh).waitFor()
    await dialog(guide).getByRole('button', { name: formTexts.reload.zh }).click()
    await alert.getByText(formTexts.reloaded.zh).waitFor()
    expect(await content.inputValue()).toBe('客户想看样板间')
    // Of the record as it is now the server says why.
    await send.click()
    await alert.getByText(refusals.permission_not_applicable.texts.zh.replace('{action}', correct!.title.zh!)).waitFor()
  })
})
