// Are the files that another system names really files? Fetched from its own origin only, and kept like a person's upload: believed by their bytes alone.
import { Readable } from 'node:stream'
import type { Outside } from '../../manifest/app'
import type { FileValue } from '../../protocol/calls'
import type { RequestContext } from '../operations/operation'
import { keepFile } from '../operations/upload'
import { sessionOf } from './signIn'
import { OutsideTrouble, troubleOf } from './trouble'
import type { OutsideFile } from './rowValues'

/** Keeps the files. @throws OutsideTrouble, or the Fault that an upload of such a file would get */
export async function fetchFiles(
  context: RequestContext,
  system: Outside,
  files: readonly OutsideFile[],
  accept: readonly string[] | undefined,
): Promise<FileValue[]> {
  const { outside, configuration } = context.server
  const base = new URL(`${outside.addressOf(system.name)}/`)
  const cookie = await sessionOf(context, system)
  // Nobody has uploaded them: they are read through the record that carries them, and in no other way.
  const unowned: RequestContext = { ...context, caller: { ...context.caller, me: { id: 0 } } }
  const kept: FileValue[] = []
  for (const { name, url } of files) {
    const target = URL.canParse(url, base) ? new URL(url, base) : undefined
    if (target?.origin !== base.origin) throw new OutsideTrouble('wrong', system.name)
    const answer = await outside.outgoing
      .call(target, {
        timeout: system.timeout,
        most: configuration.uploadBytes,
        signal: context.call.signal,
        headers: cookie ? { cookie } : {},
      })
      .catch((error: unknown) => {
        throw troubleOf(error, system.name)
      })
    if (answer.status !== 200) throw new OutsideTrouble('wrong', system.name)
    kept.push(await keepFile(unowned, name, Readable.from([answer.body]), configuration.uploadBytes, accept))
  }
  return kept
}
