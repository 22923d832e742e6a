// Zooms, rotates and moves a picture by buttons, keys, mouse and touch.
import { useCallback, useRef, useState, type PointerEvent } from 'react'

interface Look {
  readonly zoom: number
  readonly turns: number
  readonly x: number
  readonly y: number
}
type Change =
  | { readonly kind: 'enlarge' | 'turn'; readonly by: number }
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | { readonly kind: 'whole' }
interface Point {
  readonly x: number
  readonly y: number
}

export interface PictureLook extends Look {
  readonly change: (change: Change) => void
}

export const maxZoom = 8
/** One step of a button or key. */
export const zoomFactor = 1.5

const fitted = { zoom: 1, x: 0, y: 0 }
const initialLook: Look = { ...fitted, turns: 0 }

function changed(look: Look, change: Change): Look {
  switch (change.kind) {
    case 'enlarge': {
      const zoom = Math.min(maxZoom, Math.max(1, look.zoom * change.by))
      return zoom === 1 ? { ...look, ...fitted } : { ...look, zoom }
    }
    case 'turn':
      return { ...look, turns: look.turns + change.by, x: 0, y: 0 }
    case 'move':
      return look.zoom === 1 ? look : { ...look, x: look.x + change.x, y: look.y + change.y }
    case 'whole':
      return { ...look, ...fitted }
  }
}

/** The view state of a file; another file starts fitted and upright. */
export function usePictureLook(file: string): PictureLook {
  const [latest, setLatest] = useState({ file, look: initialLook })
  const change = useCallback(
    (by: Change) =>
      setLatest((previous) => ({ file, look: changed(previous.file === file ? previous.look : initialLook, by) })),
    [file],
  )
  return { ...(latest.file === file ? latest.look : initialLook), change }
}

/** What a key does with a picture; undefined for any other key. */
export function keyChange(key: string): Change | undefined {
  if (key === '+' || key === '=') return { kind: 'enlarge', by: zoomFactor }
  if (key === '-') return { kind: 'enlarge', by: 1 / zoomFactor }
  return key === '0' ? { kind: 'whole' } : undefined
}

/** One pointer moves the picture, two zoom by their distance. */
export function usePointers(change: PictureLook['change']) {
  const pointers = useRef(new Map<number, Point>())
  const forget = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) pointers.current.set(event.pointerId, pointOf(event))
    },
    onPointerMove: (event: PointerEvent) => {
      const previous = pointers.current.get(event.pointerId)
      if (!previous) return
      const [point, previousDistance] = [pointOf(event), distance(pointers.current)]
      pointers.current.set(event.pointerId, point)
      if (pointers.current.size === 1) change({ kind: 'move', x: point.x - previous.x, y: point.y - previous.y })
      else if (previousDistance > 0) change({ kind: 'enlarge', by: distance(pointers.current) / previousDistance })
    },
    onPointerUp: forget,
    onPointerCancel: forget,
    onPointerLeave: forget,
  }
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y })

function distance(pointers: ReadonlyMap<number, Point>): number {
  const [first, second] = [...pointers.values()]
  return first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0
}
