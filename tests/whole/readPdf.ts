// Reads a PDF back with an independent program.
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The words of all pages without blanks, because a line may break anywhere. */
export async function readPdf(bytes: Uint8Array): Promise<{ pages: number; text: string }> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const texts: string[] = []
  for (let page = 1; page <= pdf.numPages; page += 1)
    for (const item of (await (await pdf.getPage(page)).getTextContent()).items) if ('str' in item) texts.push(item.str)
  return { pages: pdf.numPages, text: withoutBlanks(texts.join('')) }
}

export const withoutBlanks = (text: string): string => text.replace(/\s/g, '')

/** How many pictures the pages draw. */
export async function picturesIn(bytes: Uint8Array): Promise<number> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages = Array.from({ length: pdf.numPages }, (_, page) => pdf.getPage(page + 1))
  const drawn = await Promise.all(pages.map(async (page) => (await (await page).getOperatorList()).fnArray))
  return drawn.flat().filter((operator) => operator === OPS.paintImageXObject).length
}
