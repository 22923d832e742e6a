// The filter panel of a narrow window: a dialog, as a popover has no room there.
import type { ReactNode } from 'react'
import { DraggableDialog } from '../../../../controls/dialogs/DraggableDialog'

interface FilterDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export default function FilterDialog({ title, onClose, children }: FilterDialogProps) {
  return (
    <DraggableDialog open title={title} width={560} onClose={onClose} footer={null}>
      {children}
    </DraggableDialog>
  )
}
