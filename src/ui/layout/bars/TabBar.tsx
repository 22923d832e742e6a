// The open tabs, pinned ones first.
// Closing unsaved changes needs a confirmation; closing the active tab opens the last one.
import { Dropdown, type MenuProps } from 'antd'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import type { Unsaved } from '../../../client/navigation/unsavedChanges'
import { subjectOf, type Tab, type Tabs } from '../../../client/navigation/tabs'
import { followInPage } from './followInPage'
import { Icon } from '../../controls/icons'

interface TabBarProps {
  readonly tabs: Tabs
  readonly unsaved: Unsaved
}
/** `stay`: the tab to activate afterwards. */
type Close = (closing: readonly Tab[], stay?: Tab) => Promise<void>

/** Draws a tab for each open address. Tabs of the same screen also show their record or saved view. */
export function TabBar({ tabs, unsaved }: TabBarProps) {
  const state = useStore(tabs)
  const { open, active } = state
  const marks = useStore(unsaved, (state) => state.marks)
  const { t } = useTranslator()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current="page"]')
      ?.closest('li')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  const close = useCloseTabs({ tabs, unsaved })
  const { menu, aim } = useTabMenu(tabs, close)
  const dirty = new Set(marks.values())
  return (
    <nav className="shell-tabs" aria-label={t('shell.tabs')}>
      <Dropdown trigger={['contextMenu']} menu={menu}>
        <ul ref={list} onContextMenu={aim}>
          {open.map((tab) => (
            <TabItem
              key={tab.key}
              tab={tab}
              active={tab.key === active}
              dirty={dirty.has(tab.key)}
              subject={open.some(({ key, path }) => path === tab.path && key !== tab.key) && subjectOf(state, tab.key)}
              close={() => void close([tab])}
            />
          ))}
        </ul>
      </Dropdown>
    </nav>
  )
}

interface TabItemProps {
  readonly tab: Tab
  readonly active: boolean
  readonly dirty: boolean
  /** Only where another tab has the same screen. */
  readonly subject: string | false | undefined
  readonly close: () => void
}

function TabItem({ tab, active, dirty, subject, close }: TabItemProps) {
  const { t, pick } = useTranslator()
  const navigate = useNavigate()
  const title = subject ? `${pick(tab.title)} · ${subject}` : pick(tab.title)
  const closeByMiddleButton = (event: MouseEvent) => {
    if (event.button !== 1) return
    event.preventDefault()
    close()
  }
  return (
    <li data-key={tab.key} className={active ? 'shell-tab shell-tab-on' : 'shell-tab'} onAuxClick={closeByMiddleButton}>
      <a
        href={tab.address}
        aria-current={active ? 'page' : undefined}
        onClick={(event) => followInPage(event, () => void navigate(tab.address))}
      >
        {dirty && <i className="shell-tab-mark" title={t('shell.unsavedTitle')} />}
        {title}
      </a>
      {tab.pinned ? (
        <Icon name="pin" size={12} className="shell-tab-pin" />
      ) : (
        <button type="button" aria-label={`${t('shell.close')} ${title}`} onClick={close}>
          <Icon name="close" size={12} />
        </button>
      )}
    </li>
  )
}

/** Closes unpinned tabs, after a confirmation if changes are unsaved. */
function useCloseTabs({ tabs, unsaved }: TabBarProps): Close {
  const { notifications } = useRuntime()
  const { t, pick } = useTranslator()
  const navigate = useNavigate()
  return async (closing, stay) => {
    const closable = closing.filter((tab) => !tab.pinned)
    const dirty = closable.find((tab) => unsaved.has(tab.key))
    if (
      dirty &&
      !(await notifications.confirm({
        title: t('shell.unsavedTitle'),
        text: t('shell.unsavedText', { title: pick(dirty.title) }),
        ok: t('shell.unsavedLeave'),
        cancel: t('shell.unsavedStay'),
        danger: true,
      }))
    )
      return
    for (const { key } of closable) unsaved.discard(key)
    const next = tabs.close(closable.map((tab) => tab.key))
    if (stay) void navigate(stay.address)
    else if (next) void navigate(next)
  }
}

/** The context menu of the tab under the pointer. */
function useTabMenu(tabs: Tabs, close: Close): { readonly menu: MenuProps; readonly aim: (event: MouseEvent) => void } {
  const { open, active } = useStore(tabs)
  const { t } = useTranslator()
  const navigate = useNavigate()
  const [aimed, setAimed] = useState<string | null>(null)
  const target = open.find((tab) => tab.key === aimed)
  const items: NonNullable<MenuProps['items']> = [
    { key: 'refresh', label: t('shell.refresh') },
    { type: 'divider' },
    { key: 'this', label: t('shell.closeThis'), disabled: !target || target.pinned },
    { key: 'others', label: t('shell.closeOthers'), disabled: open.every((tab) => tab.pinned || tab.key === aimed) },
    { key: 'all', label: t('shell.closeAll'), disabled: open.every((tab) => tab.pinned) },
  ]
  const choose = (key: string) => {
    if (!target) return
    if (key === 'refresh') {
      tabs.remake(target.key)
      void navigate(target.address)
    } else if (key === 'this') void close([target])
    else if (key === 'others')
      void close(
        open.filter((tab) => tab.key !== target.key),
        target,
      )
    else void close(open)
  }
  const aim = (event: MouseEvent) =>
    setAimed((event.target as Element).closest('[data-key]')?.getAttribute('data-key') ?? active)
  return { menu: { items, onClick: ({ key }) => choose(key) }, aim }
}
