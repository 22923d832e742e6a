// Reads what a reference offers without words, again when a record that it depends on changes.
import { useFormRead } from '../../../client/data/queries'
import type { OptionSource } from './widgetContext'

const nothing: OptionSource['find'] = () => Promise.resolve({ options: [], more: false })

/** `source` is another object with each drawing; its key changes with what it offers. */
export const useOffered = (source: OptionSource | undefined) =>
  useFormRead(
    source?.key ?? '',
    (signal) => (source?.find ?? nothing)('', signal),
    source?.entities ?? [],
    source !== undefined,
  )
