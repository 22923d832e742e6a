// Opens the form of a record that is missing among options over the form that refers to it.
// Each such form is a host itself, since it may miss a record too.
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import type { RunAnswer } from '../../../protocol/calls'
import { CreationContext, type CreateRecord } from '../../inputs/base/inputContext'

const ActionDialog = lazy(() => import('./ActionDialog'))

interface Creation {
  readonly creation: Parameters<CreateRecord>[0]
  readonly searchText: string
  readonly settle: (record: Awaited<ReturnType<CreateRecord>>) => void
}

/** Draws its children, and above them the dialog that one of their inputs has opened. `depth`: hosts around it. */
export function CreationHost({ depth = 0, children }: { readonly depth?: number; readonly children: ReactNode }) {
  const [open, setOpen] = useState<Creation>()
  const create = useCallback<CreateRecord>(
    (creation, searchText) => new Promise((settle) => setOpen({ creation, searchText, settle })),
    [],
  )
  return (
    <CreationContext.Provider value={create}>
      {children}
      {open && (
        <Suspense fallback={null}>
          <CreationHost depth={depth + 1}>
            <CreationDialog {...open} depth={depth} close={() => setOpen(undefined)} />
          </CreationHost>
        </Suspense>
      )}
    </CreationContext.Provider>
  )
}

interface CreationDialogProps extends Creation {
  readonly depth: number
  readonly close: () => void
}

function CreationDialog({ creation, searchText, settle, depth, close }: CreationDialogProps) {
  const { entity, transition, field } = creation
  // The same object on each render: the form takes it when it opens.
  const [fill] = useState(() => (field === undefined ? undefined : { [field]: searchText.trim() }))
  const leave = (_done: boolean, answer?: RunAnswer): void => {
    close()
    settle(answer ? { id: answer.id, label: answer.label } : null)
  }
  return <ActionDialog action={{ entity, transition }} fill={fill} place={`creation ${depth}`} onClose={leave} />
}
