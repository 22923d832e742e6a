// Runs the backup and restore commands: prints the file and its contents, or why it failed.
import { join, resolve } from 'node:path'
import { readConfiguration, type Configuration } from '../../context/configuration'
import { createFileStore, type FileStore } from '../../files/fileStore'
import { createS3 } from '../../files/s3'
import { createOutgoing } from '../../egress/httpEgress'
import { backUp, type BackupSummary } from './backup'
import { printedError } from '../printedError'
import { restore } from './restore'

/** `npm run backup -- FILE` and `npm run restore -- FILE`; ends the process with code 1 on failure. */
export async function backupCommand(what: 'backup' | 'restore', file: string): Promise<void> {
  try {
    const path = resolve(file)
    const configuration = readConfiguration(process.env)
    const store = () => filesOf(configuration)
    const log = (line: string) => console.error(line)
    const began = performance.now()
    const summary = await (what === 'backup'
      ? backUp(path, configuration, store, log)
      : restore(path, configuration, store, log))
    console.log(summaryText(what, path, summary, performance.now() - began))
  } catch (error) {
    console.error(printedError(error))
    process.exitCode = 1
  }
}

async function filesOf(configuration: Configuration): Promise<FileStore> {
  const { s3, uploadBytes, dataDir } = configuration
  return createFileStore(join(dataDir, 'files'), {
    remote:
      s3 &&
      createS3(s3, createOutgoing({ privateNames: configuration.privateIntegrations }), uploadBytes, () => new Date()),
  })
}

function summaryText(what: 'backup' | 'restore', path: string, summary: BackupSummary, milliseconds: number): string {
  const { tables, rows, files, mark } = summary
  const current = [
    `${tables} tables with ${rows} rows and ${files} files, as of ${mark},`,
    `in ${(milliseconds / 1_000).toFixed(1)} s`,
  ].join(' ')
  return what === 'backup'
    ? [
        `${path} holds ${current}.\nIt contains all stored data, including keys of external`,
        'systems: protect it like the data itself.',
      ].join(' ')
    : `Restored and verified: ${current}.`
}
