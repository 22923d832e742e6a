// Stores the files of an upload form one after another, validating each by its bytes.
// Refuses empty, too large and unaccepted files; after one such file the rest of the form is not stored.
import type { FileValue } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import type { Parts } from '../../../protocol/transport'
import type { Operation } from '../contract/operation'
import { saveUpload } from '../../files/saveUpload'
import { largestFile } from '../../files/uploadLimits'

/**
 * Options: accept (media types such as image/*), maxBytes. Responds with the first file, and all of them under `files`.
 */
export const upload: Operation = {
  programs: true,
  check: ({ options }) => [
    ...(options.accept === undefined ||
    (Array.isArray(options.accept) && options.accept.every((item) => typeof item === 'string'))
      ? []
      : ['options.accept must be a list of media types.']),
    ...(options.maxBytes === undefined || (Number.isSafeInteger(options.maxBytes) && Number(options.maxBytes) > 0)
      ? []
      : ['options.maxBytes must be a number of bytes.']),
  ],
  async run(context, _input, endpoint) {
    const { parts } = (context.call.body ?? {}) as Partial<Parts>
    if (!parts) throw new RequestError('form_expected')
    const limit = largestFile(endpoint, context.server.configuration)
    const accepted = endpoint.options.accept as readonly string[] | undefined
    const files: FileValue[] = []
    for await (const part of parts) {
      if (part.kind === 'file') files.push(await saveUpload(context, part, limit, accepted))
    }
    if (files.length === 0) throw new RequestError('file_missing')
    return { ...files[0], files }
  },
}
