// Opens the wizard of an import, whose code is loaded when it is needed.
import { lazy, Suspense } from 'react'
import type { Text } from '../../manifest/model/text'
import { useTranslator } from '../../client/context/clientContext'
import { LoadingDialog } from '../controls/Loading'

const ImportWizard = lazy(() => import('./ImportWizard'))

interface ImportDialogProps {
  readonly screen: string
  readonly title: Text
  readonly onClose: () => void
}

/** Draws a placeholder of the same size until the wizard is there. */
export function ImportDialog({ screen, title, onClose }: ImportDialogProps) {
  const { t, pick } = useTranslator()
  const shape = { title: t('exchange.title', { screen: pick(title) }), width: 760, onClose }
  return (
    <Suspense fallback={<LoadingDialog {...shape} />}>
      <ImportWizard screen={screen} {...shape} />
    </Suspense>
  )
}
