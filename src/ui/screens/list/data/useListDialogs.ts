// The open overlays of a list: the pending action, the menu of a row and its files.
import { useCallback, useState } from 'react'
import type { Action } from '../../../../manifest/model/column'
import type { RecordData } from '../../../../protocol/calls'
import { useOpenFiles, type OpenFiles } from '../../../values/files/useOpenFiles'
import type { PendingAction } from '../../../actions/PendingAction'
import type { PrintedRecord } from '../../../form/documents/printedRecord'
import type { OpenMenu } from '../../../actions/RowMenu'

export interface ListDialogs {
  readonly pendingAction: PendingAction | null
  readonly setPendingAction: (pendingAction: PendingAction | null) => void
  /** Runs an action of a row; `of`: the entity of that row, if it differs from the list's. */
  readonly run: (action: Action, row: RecordData, of?: string) => void
  readonly menu: OpenMenu | null
  readonly setMenu: (menu: OpenMenu | null) => void
  readonly files: OpenFiles
  readonly printing: PrintedRecord | null
  readonly setPrinting: (printing: PrintedRecord | null) => void
}

/** `entityName`: the entity of the list. */
export function useListDialogs(entityName: string): ListDialogs {
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const files = useOpenFiles()
  const [printing, setPrinting] = useState<PrintedRecord | null>(null)
  const run = useCallback(
    (action: Action, row: RecordData, of = entityName) => setPendingAction({ action, record: row, entityName: of }),
    [entityName],
  )
  return { pendingAction, setPendingAction, run, menu, setMenu, files, printing, setPrinting }
}
