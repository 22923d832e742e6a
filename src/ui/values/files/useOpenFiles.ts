// The files that the user previews: those of one value, with the record that carries them.
import { useCallback, useState } from 'react'
import type { FileValue } from '../../../protocol/calls'
import type { Carrier } from '../../../client/data/fileTransfer'

interface ShownFiles {
  readonly files: readonly FileValue[]
  readonly carrier?: Carrier
  /** The initially shown file; absent: the first. */
  readonly first?: FileValue
}

export interface OpenFiles {
  readonly shown: ShownFiles | null
  readonly open: (files: readonly FileValue[], carrier: Carrier, first?: FileValue) => void
  readonly close: () => void
}

/** `shown` is null until `open`; `first` is the index of the file to begin with. Both functions stay the same. */
export function useOpenFiles(): OpenFiles {
  const [visible, setVisible] = useState<OpenFiles['shown']>(null)
  const open = useCallback<OpenFiles['open']>((files, carrier, first) => setVisible({ files, carrier, first }), [])
  const close = useCallback(() => setVisible(null), [])
  return { shown: visible, open, close }
}
