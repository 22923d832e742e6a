// Opens the preview of a document over the form that offers it.
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { PreviewContext, type PrintedRecord } from '../../form/documents/printedRecord'

const PrintRecord = lazy(() => import('./PrintRecord'))

/** Draws its children, and above them the preview that one of their forms opens. */
export function PrintHost({ children }: { readonly children: ReactNode }) {
  const [printed, setPrinted] = useState<PrintedRecord | null>(null)
  return (
    <PreviewContext.Provider value={setPrinted}>
      {children}
      {printed && (
        <Suspense fallback={null}>
          <PrintRecord printed={printed} close={() => setPrinted(null)} />
        </Suspense>
      )}
    </PreviewContext.Provider>
  )
}
