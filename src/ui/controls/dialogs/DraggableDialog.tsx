// A dialog that the user drags by its title, within the viewport.
// Below 640 px it is a sheet over the whole screen. Knows nothing of its content.
import { Modal } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import Draggable from 'react-draggable'
import { useBackCloses } from '../../../client/navigation/backCloses'
import { ReturnFocus, useKeptFocus } from './FocusedModal'
import { openInputLists } from '../menu/useTopmostEscape'
import { useNarrow } from '../hooks/useMedia'
import { useScrolledByKeys } from '../hooks/useScrolledByKeys'
import styles from './dialog.module.css'

/** Pixels of the dialog's header that stay reachable at the lower edge. */
const reachablePixels = 48

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

/**
 * The allowed offsets of a box from its initial upper left corner `home`, in pixels: it stays inside the viewport
 * horizontally and below its top.
 */
export function boundsOf(
  home: Place,
  box: { readonly width: number },
  viewport: { readonly width: number; readonly height: number },
): Bounds {
  return {
    left: -home.x,
    top: -home.y,
    right: Math.max(viewport.width - box.width - home.x, -home.x),
    bottom: viewport.height - reachablePixels - home.y,
  }
}

export function clampToBounds({ x, y }: Place, { left, top, right, bottom }: Bounds): Place {
  return { x: Math.min(Math.max(x, left), right), y: Math.min(Math.max(y, top), bottom) }
}

/** Moves the dialog; holds the position so that a drag renders nothing else. */
function Movable({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<Place>({ x: 0, y: 0 })
  const [bounds, setBounds] = useState<Bounds>()
  const latestPosition = useRef(position)
  latestPosition.current = position

  const measure = (): Bounds | undefined => {
    const boundingClientRect = box.current?.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    return (
      boundingClientRect &&
      boundsOf(
        { x: boundingClientRect.left - latestPosition.current.x, y: boundingClientRect.top - latestPosition.current.y },
        boundingClientRect,
        {
          width: clientWidth,
          height: clientHeight,
        },
      )
    )
  }
  useEffect(() => {
    const onResize = (): void => {
      const now = measure()
      if (now && (latestPosition.current.x !== 0 || latestPosition.current.y !== 0))
        setPosition(clampToBounds(latestPosition.current, now))
    }
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])

  return (
    <Draggable
      nodeRef={box}
      handle={`.${styles.handle}`}
      position={position}
      bounds={bounds}
      onStart={() => setBounds(measure())}
      onDrag={(_, { x, y }) => setPosition({ x, y })}
    >
      <div ref={box}>{children}</div>
    </Draggable>
  )
}

/** Escape closes an open list or calendar in the dialog first, then the dialog. */
function stopEscapeForOpenList(event: KeyboardEvent): void {
  if (event.key === 'Escape' && document.querySelector(openInputLists)) event.stopPropagation()
}

/**
 * Closes the topmost dialog instead, where Escape is pressed in one that it covers: the focus is still there while the
 * upper one opens.
 * @returns whether another dialog got the key
 */
function passEscapeUp({ target }: KeyboardEvent | MouseEvent): boolean {
  const dialogs = [...document.querySelectorAll('.ant-modal-wrap')]
  const top = dialogs.findLast((dialog) => dialog.getClientRects().length > 0)
  if (!top || !(target instanceof Node) || top.contains(target)) return false
  // The modal compares the code of the key.
  top.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27, bubbles: true }))
  return true
}

interface DraggableDialogProps {
  readonly open: boolean
  readonly title: ReactNode
  readonly width: number
  readonly footer: ReactNode
  /** Requested by the close button, the Escape key or the mask; the owner decides. */
  readonly onClose: () => void
  readonly onClosed?: () => void
  /** Requested by the browser's Back button; absent: like `onClose`. */
  readonly onBack?: () => void
  readonly busy?: boolean
  readonly children: ReactNode
}

/**
 * Draws a modal dialog; while `busy` it cannot be closed, and a press beside it never closes it. `width` is in pixels.
 */
export function DraggableDialog({
  open,
  title,
  width,
  footer,
  onClose,
  onClosed,
  onBack = onClose,
  busy,
  children,
}: DraggableDialogProps) {
  const narrow = useNarrow(640)
  const content = useKeptFocus(open)
  useScrolledByKeys(content, open)
  useBackCloses(open, () => busy || onBack())
  const render = useMemo(() => (narrow ? undefined : (modal: ReactNode) => <Movable>{modal}</Movable>), [narrow])
  return (
    <>
      <ReturnFocus open={open} />
      <Modal
        open={open}
        title={
          <div className={styles.handle} role="heading" aria-level={2}>
            {title}
          </div>
        }
        width={narrow ? '100vw' : width}
        onCancel={(event) => passEscapeUp(event) || onClose()}
        afterClose={onClosed}
        closable={!busy}
        keyboard={!busy}
        maskClosable={false}
        destroyOnHidden
        footer={footer}
        modalRender={render}
        className={narrow ? styles.sheet : styles.dialog}
        // The animation grows from the pressed button; a moved dialog would fly across the screen.
        transitionName=""
        maskTransitionName=""
      >
        <div ref={content} onKeyDown={stopEscapeForOpenList}>
          {children}
        </div>
      </Modal>
    </>
  )
}
