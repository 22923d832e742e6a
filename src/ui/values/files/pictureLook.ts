// How a picture is looked at: enlarged, turned and moved by buttons, keys, mouse and fingers.
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

export const largest = 8
/** One press of a button or key. */
export const zoomStep = 1.5

const whole = { zoom: 1, x: 0, y: 0 }
const upright: Look = { ...whole, turns: 0 }

function changed(look: Look, change: Change): Look {
  switch (change.kind) {
    case 'enlarge': {
      const zoom = Math.min(largest, Math.max(1, look.zoom * change.by))
      return zoom === 1 ? { ...look, ...whole } : { ...look, zoom }
    }
    case 'turn':
      return { ...look, turns: look.turns + change.by, x: 0, y: 0 }
    case 'move':
      return look.zoom === 1 ? look : { ...look, x: look.x + change.x, y: look.y + change.y }
    case 'whole':
      return { ...look, ...whole }
  }
}

/** The look of the file with that id; another file begins whole and upright. */
export function usePictureLook(file: string): PictureLook {
  const [held, setHeld] = useState({ file, look: upright })
  const change = useCallback(
    (by: Change) => setHeld((before) => ({ file, look: changed(before.file === file ? before.look : upright, by) })),
    [file],
  )
  return { ...(held.file === file ? held.look : upright), change }
}

/** What a key does with a picture; undefined for any other key. */
export function keyChange(key: string): Change | undefined {
  if (key === '+' || key === '=') return { kind: 'enlarge', by: zoomStep }
  if (key === '-') return { kind: 'enlarge', by: 1 / zoomStep }
  return key === '0' ? { kind: 'whole' } : undefined
}

/** One pointer moves the picture, two enlarge it by how their distance grows. */
export function usePointers(change: PictureLook['change']) {
  const pointers = useRef(new Map<number, Point>())
  const leave = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) pointers.current.set(event.pointerId, pointOf(event))
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const [now, distanceBefore] = [pointOf(event), distance(pointers.current)]
      pointers.current.set(event.pointerId, now)
      if (pointers.current.size === 1) change({ kind: 'move', x: now.x - before.x, y: now.y - before.y })
      else if (distanceBefore > 0) change({ kind: 'enlarge', by: distance(pointers.current) / distanceBefore })
    },
    onPointerUp: leave,
    onPointerCancel: leave,
    onPointerLeave: leave,
  }
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y })

function distance(pointers: ReadonlyMap<number, Point>): number {
  const [first, second] = [...pointers.values()]
  return first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0
}
