// How is a PDF read back? By a program that knows nothing of ours.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The words of all pages without blanks, because a line may break anywhere. */
export async function readPdf(bytes: Uint8Array): Promise<{ pages: number; text: string }> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const texts: string[] = []
  for (let page = 1; page <= pdf.numPages; page += 1)
    for (const item of (await (await pdf.getPage(page)).getTextContent()).items) if ('str' in item) texts.push(item.str)
  return { pages: pdf.numPages, text: withoutBlanks(texts.join('')) }
}

export const withoutBlanks = (text: string): string => text.replace(/\s/g, '')
