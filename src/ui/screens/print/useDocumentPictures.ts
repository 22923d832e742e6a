// Loads the pictures of a document: logo and seal of the tenant.
import { useEffect, useMemo, useState } from 'react'
import type { PrintedDocument } from '../../../manifest/model/document'
import type { FileValue, RecordData } from '../../../protocol/calls'
import { objectUrl, useFiles } from '../../../client/data/fileTransfer'
import { CallError } from '../../../client/feedback/callError'

/** Their addresses by file id; null until each has loaded or failed. */
export function useDocumentPictures(
  document: PrintedDocument,
  entity: string,
  { id, values }: Pick<RecordData, 'id' | 'values'>,
): ReadonlyMap<string, string> | null {
  const files = useFiles()
  const pictureFiles = useMemo(() => picturesOf(document, values), [document, values])
  const [pictures, setPictures] = useState<ReadonlyMap<string, string> | null>(null)
  useEffect(() => {
    const control = new AbortController()
    const load = async (file: FileValue): Promise<[string, string][]> => {
      try {
        const blob = await files.thumbnail(file, { entity, record: id }, control.signal)
        return [[file.id, objectUrl(new Blob([blob], { type: 'image/webp' }), control.signal)]]
      } catch (error) {
        // The document is complete without the picture.
        if (error instanceof CallError) return []
        throw error
      }
    }
    void Promise.all(pictureFiles.map(load)).then((loaded) => {
      if (!control.signal.aborted) setPictures(new Map(loaded.flat()))
    })
    return () => control.abort()
  }, [pictureFiles, entity, id, files])
  return pictures
}

function picturesOf({ letterhead, sections }: PrintedDocument, values: RecordData['values']): FileValue[] {
  const paths = [letterhead?.logo, ...sections.map(({ seal }) => seal?.path)].filter((path) => path !== undefined)
  return [...new Set(paths)].flatMap((path) => (values[path] as readonly FileValue[] | null | undefined)?.[0] ?? [])
}
