// Reads a PDF back with an independent program.
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface ReadPdf {
  readonly pages: number
  /** The words of all pages without blanks, because a line may break anywhere. */
  readonly text: string
  /** Of each page: its words without blanks, and its MediaBox in points. */
  readonly sheets: readonly { readonly text: string; readonly size: readonly number[] }[]
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const sheets: ReadPdf['sheets'][number][] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const items = (await page.getTextContent()).items.flatMap((item) => ('str' in item ? [item.str] : []))
    sheets.push({ text: withoutBlanks(items.join('')), size: page.view })
  }
  return { pages: pdf.numPages, text: sheets.map(({ text }) => text).join(''), sheets }
}

/** The fonts of a PDF; `AAAAAA+` before a name: it holds only the letters used. */
export function fontsIn(bytes: Uint8Array): readonly { readonly name: string; readonly isEmbedded: boolean }[] {
  const text = Buffer.from(bytes).toString('latin1')
  return [...text.matchAll(/\/Type \/FontDescriptor[\s\S]*?>>/g)].map(([descriptor]) => ({
    name: /\/FontName \/(\S+)/.exec(descriptor)?.[1] ?? '',
    isEmbedded: /\/FontFile[23]? \d+ 0 R/.test(descriptor),
  }))
}

export const withoutBlanks = (text: string): string => text.replace(/\s/g, '')

/** How many pictures the pages draw. */
export async function picturesIn(bytes: Uint8Array): Promise<number> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages = Array.from({ length: pdf.numPages }, (_, page) => pdf.getPage(page + 1))
  const drawn = await Promise.all(pages.map(async (page) => (await (await page).getOperatorList()).fnArray))
  return drawn.flat().filter((operator) => operator === OPS.paintImageXObject).length
}
