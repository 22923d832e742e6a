// Which block draws an address? The screen's kind says it; the blocks are handed in as a table. An unknown kind is refused in sight.
import { Suspense, type ComponentType, type ReactNode } from 'react'
import type { ScreenKind } from '../manifest/app'
import type { ScreenAnswer } from '../protocol/calls'
import type { CallError } from './faults'
import { useScreen } from './records'

export type Blocks = Readonly<Record<ScreenKind, ComponentType<{ screen: ScreenAnswer }>>>

export interface ScreenProps {
  readonly path: string
  readonly blocks: Blocks
  /** What stands there while it is coming. */
  readonly waiting: ReactNode
  readonly failed: (error: CallError, retry: () => void) => ReactNode
  readonly unknown: (kind: string) => ReactNode
}

export function Screen({ path, blocks, waiting, failed, unknown }: ScreenProps) {
  const { data, error, refetch } = useScreen(path)
  // Another screen's answer may stand in while this one is coming.
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
