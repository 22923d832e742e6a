// Cases of live.test.ts: an administrator decides in the page on changes that an agent proposed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Transition } from '../../src/manifest/model/transition'
import { shellTexts } from '../pageTexts'
import { createKey } from '../whole/programKey'
import { proposeChange } from './adminRecords'
import type { usePlace } from './usePlace'
import { dialog, openScreen, pressOnRow, view } from './visitor'

const screen = '/manifestProposals'
const list = '/customer/CustomerList'
const file = 'customer/CustomerList.screen.json'
const former = '客户列表'

/** @param pages of an administrator in English and of a guide in Chinese, who stay signed in while the cases run */
export function describeProposedChanges(
  place: ReturnType<typeof usePlace>,
  pages: () => { readonly admin: Page; readonly guide: Page },
): void {
  let admin: Page
  let guide: Page
  let key: string
  let before: string
  const written = () => readFileSync(join(place.product.schemas, file), 'utf8')
  beforeAll(async () => {
    ;({ admin, guide } = pages())
    key = await createKey(place.teller, 'admin')
    before = written()
  })

  /** Through the door for agents, which names the change in the list of customers. */
  async function propose(title: string, name: string): Promise<void> {
    expect(before).toContain(`"${former}"`)
    const files = [{ path: file, text: before.replace(`"${former}"`, `"${name}"`) }]
    await proposeChange({ address: place.address, key }, title, files)
  }
  const transitions = () => place.app.entities.manifestProposal!.transitions as Record<string, Transition>
  const titleOf = (transition: string) => transitions()[transition]!.title.en!
  const stateTitle = (state: string) => place.app.entities.manifestProposal!.states[state]!.title.en!
  const rowOf = (title: string): Locator => view(admin, screen).locator('tr[data-row]', { hasText: title }).first()
  const banner = () => admin.locator('.ant-alert-banner', { hasText: 'of the manifests wait' })
  const record = () => admin.locator('.record-body').filter({ visible: true })
  /** Confirms what was pressed, after its consequence was read. */
  async function confirm(transition: string): Promise<void> {
    const asked = dialog(admin)
    const consequence = transitions()[transition]!.confirmMessage
    if (consequence) await asked.getByText(consequence.en!).waitFor()
    await asked.getByRole('button', { name: titleOf(transition), exact: true }).click()
    await asked.waitFor({ state: 'detached' })
  }
  const seenByGuide = () => view(guide, list).locator('h1').innerText()

  describe('changes that an agent proposes', () => {
    it('are told above the page of an administrator alone, and stay without effect when one is left', async () => {
      await openScreen(guide, place.app, list)
      await propose('Shorter name', '我的客户')
      await propose('Another name', '全部客户')
      await banner().getByText('2 changes').waitFor()
      expect(await guide.locator('.ant-alert-banner').count()).toBe(0)
      await banner().getByRole('button', { name: shellTexts.lookAtChanges.en }).click()
      await pressOnRow(admin, rowOf('Another name'), titleOf('leave'))
      await confirm('leave')
      await rowOf('Another name').getByText(stateTitle('left'), { exact: true }).waitFor()
      await banner().getByText('1 change').waitFor()
      expect([written(), await seenByGuide()]).toEqual([before, former])
    })

    it('show what they mean and the lines that change, and are live for everyone once applied', async () => {
      await rowOf('Shorter name').getByText('Shorter name').click()
      await record().getByText('+  "title": ["我的客户"').waitFor()
      await admin
        .locator('.record-actions')
        .getByRole('button', { name: titleOf('takeOver'), exact: true })
        .click()
      await confirm('takeOver')
      await record().getByText(stateTitle('takenOver'), { exact: true }).first().waitFor()
      const { name } = await place.teller.account('admin')
      await record().getByText(name, { exact: true }).first().waitFor()
      await banner().waitFor({ state: 'detached' })
      await expect.poll(seenByGuide).toBe('我的客户')
    })

    it('are taken back by a change that waits in its turn, with its own plan', async () => {
      await admin
        .locator('.record-actions')
        .getByRole('button', { name: titleOf('goBack'), exact: true })
        .click()
      await confirm('goBack')
      await banner().getByText('1 change').waitFor()
      expect(await seenByGuide()).toBe('我的客户')
      await admin.keyboard.press('Escape')
      await record().waitFor({ state: 'detached' })
      const reverse = rowOf(stateTitle('waiting'))
      await reverse.getByText(file).click()
      await record().getByText(`+  "title": ["${former}"`).waitFor()
      await admin.keyboard.press('Escape')
      await record().waitFor({ state: 'detached' })
      await pressOnRow(admin, reverse, titleOf('takeOver'))
      await confirm('takeOver')
      await expect.poll(seenByGuide).toBe(former)
      await banner().waitFor({ state: 'detached' })
      expect(written().trimEnd()).toBe(before.trimEnd())
    })
  })
}
