// Opens the form of a record that is missing among options over the form that refers to it.
// Each dialog of a form is a host itself, since the upper dialog is above it only if it is drawn inside.
import { createContext, Suspense, useCallback, useContext, useState } from 'react'
import type { ComponentType, KeyboardEvent, ReactNode } from 'react'
import { CreationContext, type CreateRecord } from '../../inputs/base/inputContext'

interface Creation {
  readonly creation: Parameters<CreateRecord>[0]
  readonly searchText: string
  readonly settle: (record: Awaited<ReturnType<CreateRecord>>) => void
}

export interface CreationDialogProps extends Creation {
  readonly draftName: string
  readonly close: () => void
}

/** Draws the dialog of a creation, which a form cannot import, since it draws forms; null where there is none. */
export const CreationDialogContext = createContext<ComponentType<CreationDialogProps> | null>(null)

/** The number of hosts whose dialogs are around. */
const DepthContext = createContext(0)

/** Draws its children, and above them the dialog that one of their inputs has opened. */
export function CreationHost({ children }: { readonly children: ReactNode }) {
  const CreationDialog = useContext(CreationDialogContext)
  const depth = useContext(DepthContext)
  const [open, setOpen] = useState<Creation>()
  const create = useCallback<CreateRecord>(
    (creation, searchText) => new Promise((settle) => setOpen({ creation, searchText, settle })),
    [],
  )
  return (
    <CreationContext.Provider value={CreationDialog && create}>
      {children}
      {open && CreationDialog && (
        <DepthContext.Provider value={depth + 1}>
          <div onKeyDown={stopEscape}>
            <Suspense fallback={null}>
              <CreationDialog {...open} draftName={`creation ${depth}`} close={() => setOpen(undefined)} />
            </Suspense>
          </div>
        </DepthContext.Provider>
      )}
    </CreationContext.Provider>
  )
}

/** Keeps the dialog around from closing by an Escape that the upper one ignores while it is busy. */
function stopEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation()
}
