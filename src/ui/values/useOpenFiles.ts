// The files that the user previews: those of one value, with the record that carries them.
import { useCallback, useState } from 'react'
import type { FileValue } from '../../protocol/calls'
import type { Carrier } from '../../client/data/fileTransfer'

export interface OpenFiles {
  readonly shown: { readonly files: readonly FileValue[]; readonly carrier?: Carrier } | null
  readonly open: (files: readonly FileValue[], carrier: Carrier) => void
  readonly close: () => void
}

export function useOpenFiles(): OpenFiles {
  const [visible, setShown] = useState<OpenFiles['shown']>(null)
  const open = useCallback((files: readonly FileValue[], carrier: Carrier) => setShown({ files, carrier }), [])
  const close = useCallback(() => setShown(null), [])
  return { shown: visible, open, close }
}
