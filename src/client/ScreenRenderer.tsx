// Draws the block of the screen at an address, chosen by the screen's kind from a table.
// Shows an error for an unknown kind.
import { Suspense, type ComponentType, type ReactNode } from 'react'
import type { ScreenKind } from '../manifest/model/screen'
import type { ScreenAnswer } from '../protocol/screenCalls'
import type { CallError } from './feedback/callError'
import { useScreen } from './data/queries'

export type Blocks = Readonly<Record<ScreenKind, ComponentType<{ screen: ScreenAnswer }>>>

interface ScreenProps {
  readonly path: string
  readonly blocks: Blocks
  /** Placeholder while the screen loads. */
  readonly waiting: ReactNode
  readonly failed: (error: CallError, retry: () => void) => ReactNode
  readonly unknown: (kind: string) => ReactNode
}

/**
 * Draws the screen of an address with its kind's block. Draws `waiting` also while an answer still belongs to the
 * previous address, and the result of `failed` only if nothing is there to show.
 */
export function ScreenRenderer({ path, blocks, waiting, failed, unknown }: ScreenProps) {
  const { data, error, refetch } = useScreen(path)
  // The previous screen's answer stays as placeholder data while this one loads.
  if (!data || data.screen.path !== path) return error ? failed(error, () => void refetch()) : waiting
  const { kind } = data.screen
  if (!Object.hasOwn(blocks, kind)) return unknown(kind)
  const Block = blocks[kind]
  return (
    <Suspense fallback={waiting}>
      <Block screen={data} />
    </Suspense>
  )
}
