// Which screens answer to some letters? Those whose title, module or address has them; arrows and Enter choose.
import { Input, Modal, type InputRef } from 'antd'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { RouteInfo } from '../../protocol/calls'
import { useSession, useWords } from '../../runtime/runtime'
import { Icon } from './icons'

const most = 9

interface FinderProps { readonly go: (path: string) => void; readonly close: () => void }

export default function FinderDialog({ go, close }: FinderProps) {
  const { t } = useWords()
  return (
    <Modal open onCancel={close} footer={null} closable={false} width={520} className="shell-finder" title={null} aria-label={t('shell.searchScreens')}>
      <Finder go={go} />
    </Modal>
  )
}

function Finder({ go }: { go: (path: string) => void }) {
  const { t, pick } = useWords()
  const routes = useSession((state) => state.boot?.routes)
  const modules = useSession((state) => state.boot?.modules)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<InputRef>(null)
  const list = useId()
  const found = useMemo(() => {
    const wanted = words.trim().toLowerCase()
    const moduleOf = (route: RouteInfo) => modules?.[route.module]?.title
    const matches = (route: RouteInfo) => [...route.title, route.path, ...(moduleOf(route) ?? [])].some((text) => text.toLowerCase().includes(wanted))
    return Object.values(routes ?? {}).filter((route) => !route.redirect && !route.href && route.layout === 'main' && matches(route)).slice(0, most)
  }, [words, routes, modules])
  // The dialog takes the focus while it opens; the input takes it back.
  useEffect(() => { const timer = setTimeout(() => input.current?.focus(), 60); return () => clearTimeout(timer) }, [])

  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((now) => (now + step + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter' && found[at]) go(found[at].path)
  }
  return (
    <div className="shell-find-panel">
      <Input
        ref={input} variant="borderless" size="large" prefix={<Icon name="search" size={17} />} placeholder={t('shell.searchHint')} value={words}
        onChange={({ target }) => { setWords(target.value); setAt(0) }} onKeyDown={key}
        role="combobox" aria-expanded="true" aria-controls={list} aria-label={t('shell.searchScreens')} aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
      />
      <ul id={list} role="listbox" aria-label={t('shell.searchScreens')}>
        {found.map((route, place) => (
          <li key={route.path} id={`${list}-${place}`} role="option" aria-selected={place === at} onMouseEnter={() => setAt(place)} onClick={() => go(route.path)}>
            <span>{pick(route.title)}</span><small>{modules?.[route.module] ? pick(modules[route.module]!.title) : ''}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{t('shell.searchEmpty')}</p>}
    </div>
  )
}
