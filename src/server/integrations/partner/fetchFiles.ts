// Fetches the files that an integration names, from its own origin only.
// Stores them like uploads, validated by their bytes alone.
import type { Integration } from '../../../manifest/model/app'
import type { FileValue } from '../../../protocol/calls'
import { saveServerFile } from '../../files/saveUpload'
import type { IntegrationContext } from '../contract/integrationContext'
import { sessionOf } from './signIn'
import { IntegrationError, toIntegrationError } from './errors'
import type { IntegrationFile } from './rowValues'

/** Fetches and stores the files. @throws IntegrationError, or the RequestError of an upload of such a file */
export async function fetchFiles(
  context: IntegrationContext,
  system: Integration,
  files: readonly IntegrationFile[],
  accept: readonly string[] | undefined,
): Promise<FileValue[]> {
  const { integrations, configuration } = context.server
  const base = new URL(`${integrations.addressOf(system.name)}/`)
  const cookie = await sessionOf(context, system)
  const stored: FileValue[] = []
  for (const { name, url } of files) {
    const target = URL.canParse(url, base) ? new URL(url, base) : undefined
    if (target?.origin !== base.origin) throw new IntegrationError('wrong', system.name)
    const answer = await integrations.outgoing
      .call(target, {
        timeoutMs: system.timeoutMs,
        maxBytes: configuration.uploadBytes,
        signal: context.call.signal,
        headers: cookie ? { cookie } : {},
      })
      .catch((error: unknown) => {
        throw toIntegrationError(error, system.name)
      })
    if (answer.status !== 200) throw new IntegrationError('wrong', system.name)
    stored.push(await saveServerFile(context, name, answer.body, accept))
  }
  return stored
}
