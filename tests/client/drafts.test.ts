// Does a half-filled form outlive its tab, for nobody but its account, and for a week?
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pruneOtherAccounts } from '../../src/client/navigation/tabStorage'
import { createDrafts } from '../../src/client/session/drafts'

function storage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, text) => void values.set(name, text),
    removeItem: (name) => void values.delete(name),
    clear: () => values.clear(),
  }
}
const day = 86_400_000
const [secret, other] = ['1f'.repeat(32), '2e'.repeat(32)]
const name = 'draft:7:/a:thing.create'
const text = JSON.stringify({ values: { name: '王女士' }, touched: ['name'] })

/** What a new tab finds of a draft that another one has kept on the device. */
async function found(change: { account?: number; key?: string; after?: number } = {}) {
  const device = storage()
  const first = createDrafts({ tab: storage(), device, now: () => 0 })
  await first.open(7, secret)
  first.setItem(name, text)
  await expect.poll(() => device.length).toBe(1)
  const kept = device.getItem(device.key(0)!)!
  const later = createDrafts({ tab: storage(), device, now: () => change.after ?? day })
  await later.open(change.account ?? 7, change.key ?? secret)
  return { draft: later.getItem(name), left: device.length, kept, first, device }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('after the session', () => {
  const written = async () => {
    const [tab, device] = [storage(), storage()]
    const drafts = createDrafts({ tab, device, now: () => 0 })
    await drafts.open(7, secret)
    drafts.setItem(name, text)
    return { tab, device, drafts }
  }
  it('a draft stays sealed on the device and not in the tab, also what was written last', async () => {
    const { tab, device, drafts } = await written()
    expect(await drafts.areKept()).toBe(true)
    const last = JSON.stringify({ values: { name: '李先生' }, touched: ['name'] })
    drafts.setItem(name, last)
    await drafts.close()
    drafts.setItem(name, text)
    expect([tab.length, drafts.getItem(name), device.length]).toEqual([0, null, 1])
    await drafts.open(7, secret)
    expect(drafts.getItem(name)).toBe(last)
  })
  it('none stays where the browser cannot encrypt, as over plain http', async () => {
    vi.stubGlobal('crypto', {})
    const { tab, device, drafts } = await written()
    expect([drafts.getItem(name), await drafts.areKept()]).toEqual([text, false])
    await drafts.close()
    expect([tab.length, device.length]).toEqual([0, 0])
  })
  it('none is called kept that the device has no room for', async () => {
    const { device, drafts } = await written()
    expect(await drafts.areKept()).toBe(true)
    device.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    drafts.setItem('draft:7:/b:thing.create', text)
    expect(await drafts.areKept()).toBe(false)
  })
})

describe('a draft', () => {
  it('is there in another tab and cannot be read on the device', async () => {
    const { draft, kept } = await found()
    expect(draft).toBe(text)
    expect(kept).not.toContain('王女士')
  })
  it('is nothing to another account, and stays for its own', async () => {
    const { draft, left } = await found({ account: 8, key: other })
    expect([draft, left]).toEqual([null, 1])
  })
  it('is kept on the device where the tab is full, and the older one of the tab is not read', async () => {
    const tab = storage()
    const device = storage()
    const drafts = createDrafts({ tab, device, now: () => 0 })
    await drafts.open(7, secret)
    drafts.setItem(name, 'older')
    tab.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    drafts.setItem(name, text)
    expect(drafts.getItem(name)).toBe(text)
    const later = createDrafts({ tab: storage(), device, now: () => day })
    await expect.poll(() => later.open(7, secret).then(() => later.getItem(name))).toBe(text)
  })
  it('goes when its account has other rights', async () => {
    const { draft, left } = await found({ key: other })
    expect([draft, left]).toEqual([null, 0])
  })
  it.each([
    [7 * day, 1],
    [7 * day + 1, 0],
  ])('after %i ms is left %i times', async (after, left) => {
    expect((await found({ after })).left).toBe(left)
    expect((await found({ after, account: 8, key: other })).left).toBe(left)
  })
  it('that another tab has sent or given up is not offered again', async () => {
    const { first, device } = await found()
    const other = createDrafts({ tab: storage(), device, now: () => day })
    await other.open(7, secret)
    expect(other.getItem(name)).toBe(text)
    first.removeItem(name)
    expect(other.getItem(name)).toBeNull()
  })
  it('lives as long as the page where the browser forbids every storage', async () => {
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    const former = ['sessionStorage', 'localStorage'].map(
      (of) => [of, Object.getOwnPropertyDescriptor(globalThis, of)] as const,
    )
    for (const [of] of former) Object.defineProperty(globalThis, of, { get: forbidden, configurable: true })
    try {
      const drafts = createDrafts()
      await drafts.open(7, secret)
      drafts.setItem(name, text)
      expect(drafts.getItem(name)).toBe(text)
      drafts.removeItem(name)
      expect(drafts.getItem(name)).toBeNull()
      expect(() => pruneOtherAccounts(7)).not.toThrow()
    } finally {
      for (const [of, descriptor] of former) {
        if (descriptor) Object.defineProperty(globalThis, of, descriptor)
        else Reflect.deleteProperty(globalThis, of)
      }
    }
  })
  it('that was sent is gone from the device too', async () => {
    const { first, device } = await found()
    first.removeItem(name)
    expect([device.length, first.getItem(name)]).toEqual([0, null])
  })
})
