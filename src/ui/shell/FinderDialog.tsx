// Where does one get by some letters? To screens whose title, module or address has them, and to records seen lately; arrows and Enter choose.
import { Input, Modal, type InputRef } from 'antd'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { useRuntime, useSession, useWords } from '../../runtime/runtime'
import { findables, type Findable } from './findable'
import { Icon } from './icons'

interface FinderProps {
  readonly go: (path: string) => void
  readonly close: () => void
}

export default function FinderDialog({ go, close }: FinderProps) {
  const { t } = useWords()
  return (
    <Modal
      open
      onCancel={close}
      footer={null}
      closable={false}
      width={520}
      className="shell-finder"
      title={null}
      aria-label={t('shell.searchScreens')}
    >
      <Finder go={go} close={close} />
    </Modal>
  )
}

function Finder({ go, close }: FinderProps) {
  const { t, pick } = useWords()
  const routes = useSession((state) => state.boot?.routes)
  const modules = useSession((state) => state.boot?.modules)
  const recent = useStore(useRuntime().recent, (state) => state.records)
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<InputRef>(null)
  const list = useId()
  const found = useMemo(
    () =>
      findables(words, {
        routes: Object.values(routes ?? {}),
        moduleTitle: (name) => modules?.[name]?.title,
        recent,
        pick,
      }),
    [words, routes, modules, recent, pick],
  )
  const choose = ({ path, address }: Findable) => {
    if (path !== undefined) return go(path)
    close()
    void navigate(address!)
  }
  // The dialog takes the focus while it opens; the input takes it back.
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), 60)
    return () => clearTimeout(timer)
  }, [])

  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((now) => (now + step + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter' && found[at]) choose(found[at])
  }
  return (
    <div className="shell-find-panel">
      <Input
        ref={input}
        variant="borderless"
        size="large"
        prefix={<Icon name="search" size={17} />}
        placeholder={t('shell.searchHint')}
        value={words}
        onChange={({ target }) => {
          setWords(target.value)
          setAt(0)
        }}
        onKeyDown={key}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-label={t('shell.searchScreens')}
        aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
      />
      <ul id={list} role="listbox" aria-label={t('shell.searchScreens')}>
        {found.map((one, place) => (
          <li
            key={one.key}
            id={`${list}-${place}`}
            role="option"
            aria-selected={place === at}
            onMouseEnter={() => setAt(place)}
            onClick={() => choose(one)}
          >
            <span>{one.title}</span>
            <small>{one.beside}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{t('shell.searchEmpty')}</p>}
    </div>
  )
}
