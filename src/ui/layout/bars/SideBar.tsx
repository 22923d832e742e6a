// The menu of the boot answer: one submenu open at a time, external links in a new tab.
import { Menu, type MenuProps } from 'antd'
import { useEffect, useMemo, useState, type ReactElement } from 'react'
import type { MenuEntry } from '../../../manifest/access/navigation'
import { useProduct, useSession, useTranslator } from '../../../client/context/clientContext'
import type { Translator } from '../../../client/text/translate'
import { followInPage } from './followInPage'
import { hiddenFrom } from '../../controls/inert'
import { Icon, iconOf } from '../../controls/icons'
import type { SideBarState } from './useSideBar'

interface SideBarProps {
  readonly side: SideBarState
  readonly active: string
  readonly open: (path: string) => void
}

/** Seconds before a folded side bar shows a submenu. */
const showDelaySeconds = 0.2
const none: readonly MenuEntry[] = []
/** A submenu of a folded side bar moves up as far as needed to be fully visible. */
const beside = { rightTop: { points: ['tl', 'tr'], overflow: { adjustX: 1, shiftY: 1 } } }

/** Draws the menu, and over the page also the backdrop that closes it; hidden ones stay in the document. */
export function SideBar({ side, active, open }: SideBarProps) {
  const { t, pick } = useTranslator()
  const product = useProduct()
  const folded = side.state === 'folded'
  return (
    <>
      <aside className="shell-side" aria-label={t('shell.menu')} {...hiddenFrom(side.state === 'away')}>
        <a
          className="shell-brand"
          href={product.homeScreen}
          title={pick(product.title)}
          onClick={(event) => followInPage(event, () => open(product.homeScreen))}
        >
          <img src={product.icon} alt="" width={26} height={26} />
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
  const translator = useTranslator()
  const parent = menu.find((item) => item.children?.some((child) => child.path === active))?.path
  const [opened, setOpened] = useState<string[]>(parent ? [parent] : [])
  useEffect(() => {
    if (parent) setOpened([parent])
  }, [parent])
  const items = useMemo(
    () => menu.map((item) => menuItem(item, translator, open, <Icon name={iconOf(item.icon)} />)),
    [menu, translator, open],
  )
  return (
    <Menu
      mode="inline"
      inlineCollapsed={folded}
      inlineIndent={16}
      items={items}
      selectedKeys={[active]}
      // A folded side bar opens its submenus itself; only the last of a wide one stays open.
      {...(folded ? {} : { openKeys: opened, onOpenChange: (keys: string[]) => setOpened(keys.slice(-1)) })}
      builtinPlacements={beside}
      subMenuOpenDelay={showDelaySeconds}
      subMenuCloseDelay={showDelaySeconds}
    />
  )
}

type Item = NonNullable<MenuProps['items']>[number]

function menuItem(item: MenuEntry, translator: Translator, open: (path: string) => void, icon?: ReactElement): Item {
  const title = translator.pick(item.title)
  if (item.children?.length)
    return {
      key: item.path,
      icon,
      label: title,
      children: item.children.map((child) => menuItem(child, translator, open)),
    }
  const label = item.href ? (
    <a href={item.href} target="_blank" rel="noreferrer noopener" title={title}>
      {title}
      <Icon name="link" size={13} className="shell-out" />
    </a>
  ) : (
    <a href={item.path} title={title} onClick={(event) => followInPage(event, () => open(item.path))}>
      {title}
    </a>
  )
  return { key: item.path, icon, label }
}
