// The form of a record that is missing among the options of another form.
import { useState } from 'react'
import type { RunAnswer } from '../../protocol/calls'
import ActionDialog from '../form/dialogs/ActionDialog'
import type { CreationDialogProps } from '../form/dialogs/CreationHost'

/** Draws it, with the searched words in its place, and settles with the record that was made. */
export default function CreationDialog({ creation, searchText, settle, draftName, close }: CreationDialogProps) {
  const { entity, transition, field } = creation
  // The same object on each render: the form takes it when it opens.
  const [fill] = useState(() => (field === undefined ? undefined : { [field]: searchText.trim() }))
  const leave = (_done: boolean, answer?: RunAnswer): void => {
    close()
    settle(answer ? { id: answer.id, label: answer.label } : null)
  }
  return <ActionDialog action={{ entity, transition }} fill={fill} place={draftName} onClose={leave} />
}
