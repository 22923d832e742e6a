// How do drawn pages become a PDF? Each is drawn at five times its size and put on a page of A4, one after the other: a page in memory is some
// 90 MB, so there is never more than one.

/** Times of the size on the screen. */
const scale = 5
/** Millimetres of A4. */
const paper = { width: 210, height: 297 }

/**
 * @param told how many pages are done
 * @throws DOMException AbortError when the signal says so
 */
export async function makePdf(
  pages: readonly HTMLElement[],
  told: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const [{ jsPDF }, { default: html2canvas }] = await Promise.all([import('jspdf'), import('html2canvas-pro')])
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true })
  for (const [at, page] of pages.entries()) {
    signal.throwIfAborted()
    const canvas = await html2canvas(page, { scale, backgroundColor: '#ffffff', logging: false })
    if (at > 0) pdf.addPage()
    pdf.addImage(canvas.toDataURL('image/jpeg', 0.92), 'JPEG', 0, 0, paper.width, paper.height)
    // Gives its memory back before the next one is drawn.
    canvas.width = 0
    canvas.height = 0
    told(at + 1)
  }
  signal.throwIfAborted()
  return pdf.output('blob')
}
