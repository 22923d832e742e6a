// Renders pages into a PDF of A4 at five times their size, one after the other.
// A page in memory takes about 90 MB, so there is never more than one.
import { styleNonce } from '../../theme/styleNonce'

/** Scale relative to the screen. */
const canvasScale = 5
/** Millimeters of A4. */
const paper = { width: 210, height: 297 }

/**
 * @param onPage receives the number of finished pages
 * @throws DOMException AbortError when the signal is aborted
 */
export async function makePdf(
  pages: readonly HTMLElement[],
  onPage: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const [{ jsPDF }, { default: html2canvas }] = await Promise.all([import('jspdf'), import('html2canvas-pro')])
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true })
  for (const [index, page] of pages.entries()) {
    signal.throwIfAborted()
    const canvas = await html2canvas(page, {
      scale: canvasScale,
      backgroundColor: '#ffffff',
      logging: false,
      cspNonce: styleNonce,
    })
    if (index > 0) pdf.addPage()
    pdf.addImage(canvas.toDataURL('image/jpeg', 0.92), 'JPEG', 0, 0, paper.width, paper.height)
    // Free its memory before rendering the next one.
    canvas.width = 0
    canvas.height = 0
    onPage(index + 1)
  }
  signal.throwIfAborted()
  return pdf.output('blob')
}
