// Reads the options of a reference without search words, and again when a record that they depend
// on changes.
import { useFormRead } from '../../../client/data/queries'
import type { OptionSource } from './inputContext'

const nothing: OptionSource['find'] = () => Promise.resolve({ options: [], more: false })

/** `source` is a new object on each render; its key changes with the options. */
export const useOffered = (source: OptionSource | undefined) =>
  useFormRead(
    source?.key ?? '',
    (signal) => (source?.find ?? nothing)('', signal),
    source?.entities ?? [],
    source !== undefined,
  )
