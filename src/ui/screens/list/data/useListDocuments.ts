// The documents that the rows of a list offer, in the order of its manifest.
import { useMemo } from 'react'
import type { PrintedDocument } from '../../../../manifest/model/document'
import { isPrintable } from '../../../../manifest/access/recordRules'
import type { RecordData } from '../../../../protocol/calls'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { useProduct } from '../../../../client/context/clientContext'

export interface ListDocuments {
  readonly all: readonly PrintedDocument[]
  readonly isOffered: (document: PrintedDocument, row: RecordData) => boolean
}

/** `isOffered` decides for a row by the document's own condition. */
export function useListDocuments({ screen, entities }: ScreenAnswer): ListDocuments {
  const { timezone } = useProduct()
  const declared = entities[screen.entity ?? '']?.documents
  return useMemo(
    () => ({
      all: screen.printActions.flatMap(({ document: wanted }) => declared?.filter(({ name }) => name === wanted) ?? []),
      isOffered: (document, row) => isPrintable(document, row, timezone),
    }),
    [screen.printActions, declared, timezone],
  )
}
