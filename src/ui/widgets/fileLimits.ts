// May this file be sent, and if not, why? The server decides again; this saves the person the way there.
import type { Words } from '../../runtime/text'

type Translate = Words['t']

/** "10 MB", "320 kB": one digit after the point below 10. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const [unit, mark] = bytes >= 1024 * 1024 ? [1024 * 1024, 'MB'] : [1024, 'kB']
  const count = bytes / unit
  return `${count >= 10 ? Math.round(count) : Math.round(count * 10) / 10} ${mark}`
}

/** Whether a media type is among the accepted ones (image/*, application/pdf); an unknown type is left to the server. */
export function typeFits(type: string, accept: readonly string[] | undefined): boolean {
  if (!accept || type === '') return true
  return accept.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))))
}

/** The reason for which a file is not even sent; undefined when there is none. */
export function refusal(
  file: Pick<File, 'type' | 'size'>,
  accept: readonly string[] | undefined,
  most: number,
  t: Translate,
): string | undefined {
  if (!typeFits(file.type, accept)) return t('form.fileType')
  if (file.size === 0) return t('form.fileEmpty')
  if (file.size > most) return t('form.fileSize', { size: sizeText(most) })
  return undefined
}

const known: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'application/msword': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'text/csv': 'CSV',
  'text/plain': 'TXT',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
}

const kinds: Readonly<Record<string, Parameters<Translate>[0]>> = {
  'image/*': 'form.images',
  'video/*': 'form.videos',
  'audio/*': 'form.recordings',
}

/** The accepted types for people: "Images, PDF"; empty when every type is taken. */
export function acceptedTypes(accept: readonly string[] | undefined, t: Translate): string {
  if (!accept) return ''
  return [
    ...new Set(
      accept.map((one) => (kinds[one] ? t(kinds[one]) : (known[one] ?? one.replace(/^.*\//, '').toUpperCase()))),
    ),
  ].join(t('form.comma'))
}
