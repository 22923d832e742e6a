// The open tabs, pinned ones first.
// Arrows scroll them while they do not fit, and a menu lists them all.
import { Dropdown, type MenuProps } from 'antd'
import { useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { useSession, useTranslator } from '../../../client/context/clientContext'
import { subjectOf, type Tab } from '../../../client/navigation/tabs'
import { followInPage } from './followInPage'
import { useCloseTabs, useTabMenu, type TabBarProps } from './tabMenu'
import { Icon } from '../../controls/icons'
import { IconButton } from '../../controls/IconButton'
import { LazyDropdown } from '../../controls/menu/LazyDropdown'
import { edgesOf, type HiddenSides } from '../../controls/hooks/scrollEdges'

/**
 * Draws a tab for each open address. Tabs of the same screen also show their record or saved view, those of different
 * screens with the same title their modules.
 */
export function TabBar({ tabs, unsaved }: TabBarProps) {
  const state = useStore(tabs)
  const { open, active } = state
  const marks = useStore(unsaved, (state) => state.marks)
  const { t } = useTranslator()
  const navigate = useNavigate()
  const list = useRef<HTMLUListElement>(null)
  const hidden = useHiddenTabs(list, state)
  const close = useCloseTabs({ tabs, unsaved })
  const menuOf = useTabMenu(tabs, close)
  const [aimed, setAimed] = useState<string | null>(null)
  const dirty = new Set(marks.values())
  const titleOf = useTabTitles(state)
  const aim = (event: MouseEvent) =>
    setAimed((event.target as Element).closest('[data-key]')?.getAttribute('data-key') ?? active)
  const all = (): MenuProps => {
    const present = menuOf(open.find((tab) => tab.key === active))
    return {
      items: [
        ...open.map((tab) => ({ key: `tab ${tab.key}`, label: titleOf(tab) })),
        { type: 'divider' },
        ...(present.items ?? []),
      ],
      selectedKeys: [`tab ${active ?? ''}`],
      className: 'shell-tabs-menu',
      onClick: (chosen) => {
        const tab = open.find(({ key }) => `tab ${key}` === chosen.key)
        if (tab) void navigate(tab.address)
        else present.onClick?.(chosen)
      },
    }
  }
  return (
    <nav className="shell-tabs" aria-label={t('shell.tabs')}>
      <Dropdown trigger={['contextMenu']} menu={menuOf(open.find((tab) => tab.key === aimed))}>
        <ul ref={list} onContextMenu={aim}>
          {open.map((tab) => (
            <TabItem
              key={tab.key}
              tab={tab}
              active={tab.key === active}
              dirty={dirty.has(tab.key)}
              title={titleOf(tab)}
              close={() => void close([tab])}
            />
          ))}
        </ul>
      </Dropdown>
      <Arrows list={list} hidden={hidden} />
      <LazyDropdown placement="bottomRight" autoFocus menu={all}>
        <IconButton icon="down" label={t('shell.openTabs')} aria-haspopup="menu" className="shell-tabs-button" />
      </LazyDropdown>
    </nav>
  )
}

/** The title of a tab, with its module or its record where another open tab has the same. */
function useTabTitles(state: ReturnType<TabBarProps['tabs']['getState']>): (tab: Tab) => string {
  const { pick } = useTranslator()
  const routes = useSession(({ boot }) => boot?.routes)
  const modules = useSession(({ boot }) => boot?.modules)
  const { open } = state
  return (tab) => {
    const title = pick(tab.title)
    const subject = open.some(({ key, path }) => path === tab.path && key !== tab.key) && subjectOf(state, tab.key)
    const hasNamesake = open.some((other) => other.path !== tab.path && pick(other.title) === title)
    const module = hasNamesake ? modules?.[routes?.[tab.path]?.module ?? ''] : undefined
    return [title, module && pick(module.title), subject].filter(Boolean).join(' · ')
  }
}

/** On which sides tabs are hidden; keeps the active one in view, also when the arrows take room from the others. */
function useHiddenTabs(
  list: RefObject<HTMLUListElement | null>,
  { open, active }: Pick<ReturnType<TabBarProps['tabs']['getState']>, 'open' | 'active'>,
): HiddenSides {
  const [hidden, setHidden] = useState<HiddenSides>({ left: false, right: false })
  const overflows = hidden.left || hidden.right
  // Another tab changes what is hidden without a new size of the list.
  useEffect(() => (list.current ? edgesOf(list.current, setHidden) : undefined), [list, open])
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current="page"]')
      ?.closest('li')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [list, active, overflows])
  return hidden
}

interface ArrowsProps {
  readonly list: RefObject<HTMLUListElement | null>
  readonly hidden: HiddenSides
}

/** Buttons that scroll the tabs by nearly their visible width, while some of them are hidden. */
function Arrows({ list, hidden }: ArrowsProps) {
  const { t } = useTranslator()
  if (!hidden.left && !hidden.right) return null
  const scroll = (side: 1 | -1) => list.current?.scrollBy({ left: side * 0.8 * list.current.clientWidth })
  return (
    <>
      <IconButton
        icon="right"
        label={t('shell.tabsBack')}
        className="shell-tabs-button shell-tabs-back"
        aria-disabled={!hidden.left}
        onClick={() => scroll(-1)}
      />
      <IconButton
        icon="right"
        label={t('shell.tabsOn')}
        className="shell-tabs-button"
        aria-disabled={!hidden.right}
        onClick={() => scroll(1)}
      />
    </>
  )
}

interface TabItemProps {
  readonly tab: Tab
  readonly active: boolean
  readonly dirty: boolean
  readonly title: string
  readonly close: () => void
}

function TabItem({ tab, active, dirty, title, close }: TabItemProps) {
  const { t } = useTranslator()
  const navigate = useNavigate()
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
