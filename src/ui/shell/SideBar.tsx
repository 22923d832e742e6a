// Where may this person go? The menu of the boot answer: one submenu open at a time, external links in a new tab.
import { Menu, type MenuProps } from 'antd'
import { useEffect, useMemo, useState, type MouseEvent } from 'react'
import type { MenuItem } from '../../protocol/calls'
import { useProduct, useSession, useWords } from '../../runtime/runtime'
import type { Words } from '../../runtime/text'
import { hiddenFrom } from './hiddenFrom'
import { Icon, iconOf } from './icons'
import type { SideBarState } from './useSideBar'

interface SideBarProps {
  readonly side: SideBarState
  readonly active: string
  readonly open: (path: string) => void
}

/** Seconds before a folded side bar shows a submenu. */
const showDelay = 0.2
const none: readonly MenuItem[] = []
/** A submenu of a folded side bar moves up as far as it takes to be seen whole. */
const beside = { rightTop: { points: ['tl', 'tr'], overflow: { adjustX: 1, shiftY: 1 } } }

export function SideBar({ side, active, open }: SideBarProps) {
  const { t, pick } = useWords()
  const product = useProduct()
  const folded = side.state === 'folded'
  return (
    <>
      <aside className="shell-side" aria-label={t('shell.menu')} {...hiddenFrom(side.state === 'away')}>
        <a
          className="shell-brand"
          href={product.home}
          title={pick(product.title)}
          onClick={(event) => follow(event, () => open(product.home))}
        >
          <img src="/icon.svg" alt="" width={26} height={26} />
          {!folded && <span>{pick(product.title)}</span>}
        </a>
        <nav className="shell-nav" aria-label={t('shell.menu')}>
          <SideMenu folded={folded} active={active} open={open} />
        </nav>
      </aside>
      {side.state === 'over' && (
        <button type="button" className="shell-backdrop" aria-label={t('shell.closeMenu')} onClick={side.close} />
      )}
    </>
  )
}

function SideMenu({ folded, active, open }: { folded: boolean; active: string; open: (path: string) => void }) {
  const menu = useSession((state) => state.boot?.menu) ?? none
  const words = useWords()
  const parent = menu.find((item) => item.children?.some((child) => child.path === active))?.path
  const [opened, setOpened] = useState<string[]>(parent ? [parent] : [])
  useEffect(() => {
    if (parent) setOpened([parent])
  }, [parent])
  const items = useMemo(() => menu.map((item) => menuItem(item, words, open, true)), [menu, words, open])
  return (
    <Menu
      mode="inline"
      inlineCollapsed={folded}
      inlineIndent={16}
      items={items}
      selectedKeys={[active]}
      // A folded side bar opens its submenus by itself; only the last of a wide one stays open.
      {...(folded ? {} : { openKeys: opened, onOpenChange: (keys: string[]) => setOpened(keys.slice(-1)) })}
      builtinPlacements={beside}
      subMenuOpenDelay={showDelay}
      subMenuCloseDelay={showDelay}
    />
  )
}

type Item = NonNullable<MenuProps['items']>[number]

function menuItem(item: MenuItem, words: Words, open: (path: string) => void, top: boolean): Item {
  const title = words.pick(item.title)
  const icon = top ? <Icon name={iconOf(item.icon)} /> : undefined
  if (item.children?.length)
    return {
      key: item.path,
      icon,
      label: title,
      children: item.children.map((child) => menuItem(child, words, open, false)),
    }
  const label = item.href ? (
    <a href={item.href} target="_blank" rel="noreferrer noopener" title={title}>
      {title}
      <Icon name="link" size={13} className="shell-out" />
    </a>
  ) : (
    <a href={item.path} title={title} onClick={(event) => follow(event, () => open(item.path))}>
      {title}
    </a>
  )
  return { key: item.path, icon, label }
}

/** A plain click goes there within the page; with a key held, the browser opens a tab or window as everywhere. */
function follow(event: MouseEvent, go: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  go()
}
