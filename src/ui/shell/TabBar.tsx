// Which screens are open? One tab a view, pinned ones first; closing asks when something is half filled, and closing the active one opens the last.
import { Dropdown, type MenuProps } from 'antd'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { useRuntime, useWords } from '../../runtime/runtime'
import type { Unsaved } from '../../runtime/unsaved'
import type { View, Views } from '../../runtime/views'
import { Icon } from './icons'

export function TabBar({ views, unsaved }: { views: Views; unsaved: Unsaved }) {
  const { views: open, active } = useStore(views)
  const marks = useStore(unsaved, (state) => state.marks)
  const { notices } = useRuntime()
  const { t, pick } = useWords()
  const navigate = useNavigate()
  const [aimed, setAimed] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current="page"]')
      ?.closest('li')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const close = async (closing: readonly View[]) => {
    const keys = closing.filter((view) => !view.pinned)
    const dirty = keys.find((view) => unsaved.has(view.key))
    if (
      dirty &&
      !(await notices.ask({
        title: t('shell.unsavedTitle'),
        text: t('shell.unsavedText', { title: pick(dirty.title) }),
        ok: t('shell.unsavedLeave'),
        cancel: t('shell.unsavedStay'),
        danger: true,
      }))
    )
      return
    const next = views.close(keys.map((view) => view.key))
    if (next) void navigate(next)
  }
  const target = open.find((view) => view.key === aimed)
  const items: NonNullable<MenuProps['items']> = [
    { key: 'refresh', label: t('shell.refresh') },
    { type: 'divider' },
    { key: 'this', label: t('shell.closeThis'), disabled: !target || target.pinned },
    { key: 'others', label: t('shell.closeOthers'), disabled: open.every((view) => view.pinned || view.key === aimed) },
    { key: 'all', label: t('shell.closeAll'), disabled: open.every((view) => view.pinned) },
  ]
  const choose = (key: string) => {
    if (!target) return
    if (key === 'refresh') {
      views.remake(target.key)
      void navigate(target.address)
    } else if (key === 'this') void close([target])
    else if (key === 'others') {
      void close(open.filter((view) => view.key !== target.key))
      void navigate(target.address)
    } else void close(open)
  }
  const aim = (event: MouseEvent) =>
    setAimed((event.target as Element).closest('[data-key]')?.getAttribute('data-key') ?? active)
  const single = (event: MouseEvent, view: View) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(view.address)
  }
  return (
    <nav className="shell-tabs" aria-label={t('shell.tabs')}>
      <Dropdown trigger={['contextMenu']} menu={{ items, onClick: ({ key }) => choose(key) }}>
        <ul ref={list} onContextMenu={aim}>
          {open.map((view) => (
            <li
              key={view.key}
              data-key={view.key}
              className={view.key === active ? 'shell-tab shell-tab-on' : 'shell-tab'}
              onAuxClick={(event) => {
                if (event.button === 1) {
                  event.preventDefault()
                  void close([view])
                }
              }}
            >
              <a
                href={view.address}
                aria-current={view.key === active ? 'page' : undefined}
                onClick={(event) => single(event, view)}
              >
                {[...marks.values()].includes(view.key) && (
                  <i className="shell-tab-mark" title={t('shell.unsavedTitle')} />
                )}
                {pick(view.title)}
              </a>
              {view.pinned ? (
                <Icon name="pin" size={12} className="shell-tab-pin" />
              ) : (
                <button
                  type="button"
                  aria-label={`${t('shell.close')} ${pick(view.title)}`}
                  onClick={() => void close([view])}
                >
                  <Icon name="close" size={12} />
                </button>
              )}
            </li>
          ))}
        </ul>
      </Dropdown>
    </nav>
  )
}
