// Contract of a part of a page.
import type { ComponentType } from 'react'
import type { Block } from '../../../manifest/model/block'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import type { BlockData } from '../../../protocol/reportCalls'

/** `found`: the data of the block for this caller. */
export interface PagePartProps {
  readonly block: Block
  readonly screen: ScreenAnswer
  readonly found?: BlockData
}

export type PagePartComponent = ComponentType<PagePartProps>
