// Placeholders of what is being loaded, announced to screen readers.
import { Button, Skeleton } from 'antd'
import { useTranslator } from '../../client/context/clientContext'
import { DraggableDialog } from './dialogs/DraggableDialog'

/** Lines in the place of the content to come. */
export function LoadingLines({ rows }: { readonly rows: number }) {
  const { t } = useTranslator()
  return (
    <div style={{ padding: '16px 20px' }} role="status" aria-label={t('shell.loading')}>
      <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
    </div>
  )
}

interface LoadingDialogProps {
  readonly title: string
  readonly width: number
  readonly onClose: () => void
}

/** In the place of a dialog whose content or code is on its way. */
export function LoadingDialog({ title, width, onClose }: LoadingDialogProps) {
  const { t } = useTranslator()
  return (
    <DraggableDialog
      open
      title={title}
      width={width}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('form.cancel')}</Button>}
    >
      <LoadingLines rows={6} />
    </DraggableDialog>
  )
}
