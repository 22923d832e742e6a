// How does a dialog stand on the screen? It is dragged by its title, never leaves the viewport sideways and never goes above its top;
// below 640 px it is a sheet over the whole screen. It knows nothing of what it contains.
import { Modal } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import Draggable from 'react-draggable'
import { useNarrow } from '../useNarrow'
import styles from './dialog.module.css'

/** Pixels of the dialog's head that stay reachable at the lower edge. */
const reachable = 48

interface Place {
  readonly x: number
  readonly y: number
}

interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How far a box may be moved from its untouched left upper corner `home`, so that it stays inside the viewport sideways and below its top. Pixels. */
export function boundsOf(
  home: Place,
  box: { readonly width: number },
  viewport: { readonly width: number; readonly height: number },
): Bounds {
  return {
    left: -home.x,
    top: -home.y,
    right: Math.max(viewport.width - box.width - home.x, -home.x),
    bottom: viewport.height - reachable - home.y,
  }
}

export function keptInside({ x, y }: Place, { left, top, right, bottom }: Bounds): Place {
  return { x: Math.min(Math.max(x, left), right), y: Math.min(Math.max(y, top), bottom) }
}

/** Carries the dialog; keeps the place so that a drag redraws nothing but this. */
function Movable({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place>({ x: 0, y: 0 })
  const [bounds, setBounds] = useState<Bounds>()
  const kept = useRef(place)
  kept.current = place

  const measure = (): Bounds | undefined => {
    const shown = box.current?.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    return (
      shown &&
      boundsOf({ x: shown.left - kept.current.x, y: shown.top - kept.current.y }, shown, {
        width: clientWidth,
        height: clientHeight,
      })
    )
  }
  useEffect(() => {
    const onResize = (): void => {
      const now = measure()
      if (now && (kept.current.x !== 0 || kept.current.y !== 0)) setPlace(keptInside(kept.current, now))
    }
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])

  return (
    <Draggable
      nodeRef={box}
      handle={`.${styles.handle}`}
      position={place}
      bounds={bounds}
      onStart={() => setBounds(measure())}
      onDrag={(_, { x, y }) => setPlace({ x, y })}
    >
      <div ref={box}>{children}</div>
    </Draggable>
  )
}

const openPopups = ['picker-dropdown', 'select-dropdown', 'popover']
  .map((name) => `.ant-${name}:not(.ant-${name}-hidden)`)
  .join(', ')

/** Escape closes the list or calendar that is open in the dialog, and the dialog only when there is none. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && document.querySelector(openPopups)) event.stopPropagation()
}

export interface DraggableDialogProps {
  readonly open: boolean
  readonly title: ReactNode
  readonly width: number
  readonly footer: ReactNode
  /** Asked for by the cross, the Escape key or the mask; the owner decides. */
  readonly onClose: () => void
  readonly onClosed?: () => void
  readonly busy?: boolean
  readonly children: ReactNode
}

export function DraggableDialog({
  open,
  title,
  width,
  footer,
  onClose,
  onClosed,
  busy,
  children,
}: DraggableDialogProps) {
  const narrow = useNarrow(640)
  const render = useMemo(() => (narrow ? undefined : (modal: ReactNode) => <Movable>{modal}</Movable>), [narrow])
  return (
    <Modal
      open={open}
      title={<div className={styles.handle}>{title}</div>}
      width={narrow ? '100vw' : width}
      onCancel={onClose}
      afterClose={onClosed}
      closable={!busy}
      keyboard={!busy}
      maskClosable={false}
      destroyOnHidden
      footer={footer}
      modalRender={render}
      className={narrow ? styles.sheet : styles.dialog}
      // The animation grows from the pressed button; with a moved dialog it would fly across the screen.
      transitionName=""
      maskTransitionName=""
    >
      <div onKeyDown={keepEscape}>{children}</div>
    </Modal>
  )
}
