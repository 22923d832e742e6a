// What an upload accepts: the options of the product's endpoint, within the limit of the server.
import type { App, Endpoint } from '../../manifest/model/app'
import type { Configuration } from '../context/configuration'

/** The product's own endpoint for uploads, which those in pieces follow. */
export const declaredUpload = (app: App): Endpoint | undefined =>
  Object.values(app.endpoints).find(({ operation }) => operation === 'upload')

/** The largest file in bytes. */
export const largestFile = (
  endpoint: Pick<Endpoint, 'options'> | undefined,
  { uploadBytes }: Pick<Configuration, 'uploadBytes'>,
): number => Math.min(Number(endpoint?.options.maxBytes ?? Infinity), uploadBytes)
