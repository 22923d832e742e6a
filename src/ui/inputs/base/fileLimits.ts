// Checks a file before the upload. The server decides again; this saves the user the upload.
import { acceptsMediaType } from '../../../manifest/fieldTypes/mediaTypes'
import { sizeText } from '../../../client/text/format'
import type { Translator } from '../../../client/text/translate'

type Translate = Translator['t']

/** The images among the accepted types; none where every type is accepted. */
export const acceptedImages = (accept: readonly string[] | undefined): readonly string[] =>
  accept?.filter((item) => item.startsWith('image/')) ?? []

/** The reason not to send a file; undefined if there is none. */
export function fileRejection(
  file: Pick<File, 'type' | 'size'>,
  accept: readonly string[] | undefined,
  limit: number | undefined,
  t: Translate,
): string | undefined {
  // The server decides about a type that the browser does not know.
  if (file.type !== '' && !acceptsMediaType(accept, file.type)) return t('form.fileType')
  if (file.size === 0) return t('form.fileEmpty')
  if (limit !== undefined && file.size > limit) return t('form.fileSize', { size: sizeText(limit) })
  return undefined
}

const shortNames: Readonly<Record<string, string>> = {
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

/** The accepted types for users: "Images, PDF"; empty when every type is accepted. */
export function acceptedTypes(accept: readonly string[] | undefined, t: Translate): string {
  if (!accept || accept.includes('*/*')) return ''
  return [
    ...new Set(
      accept.map((item) =>
        kinds[item] ? t(kinds[item]) : (shortNames[item] ?? item.replace(/^.*\//, '').toUpperCase()),
      ),
    ),
  ].join(t('form.comma'))
}
