// The blocks above the rows of a list, which wait two seconds so that no block pushes them down.
// After that, or once the blocks have failed, the rows are shown below a room of fixed height, in which late blocks
// scroll.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import './banners.css'

const ScreenBlocks = lazy(() => import('../../dashboard/ScreenBlocks'))

/** Milliseconds for which the rows wait. */
const patienceMs = 2_000

/** Draws the blocks of a screen; the stylesheet hides the rows below while they wait. */
export function BlocksAbove({ screen }: { screen: ScreenAnswer }) {
  const container = useRef<HTMLDivElement>(null)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const isWaiting = () => container.current?.querySelector('[data-waiting]') != null
    const timer = setTimeout(() => setIsLate((before) => before || isWaiting()), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const showRows = useCallback(() => setIsLate(true), [])
  return (
    <div ref={container} className="list-blocks" data-late={isLate || undefined}>
      <Suspense fallback={<div data-waiting="" />}>
        <ScreenBlocks screen={screen} isLate={isLate} onFailed={showRows} />
      </Suspense>
    </div>
  )
}
