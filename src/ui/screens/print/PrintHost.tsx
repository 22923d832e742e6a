// Draws the previews of the documents that forms offer.
import { lazy, Suspense, type ContextType, type ReactNode } from 'react'
import { PreviewContext } from '../../form/documents/printedRecord'

const PrintRecord = lazy(() => import('./PrintRecord'))

const drawPreview: ContextType<typeof PreviewContext> = (printed, close) => (
  <Suspense fallback={null}>
    <PrintRecord printed={printed} close={close} />
  </Suspense>
)

/** Lets the forms among its children preview documents. */
export const PrintHost = ({ children }: { readonly children: ReactNode }) => (
  <PreviewContext.Provider value={drawPreview}>{children}</PreviewContext.Provider>
)
