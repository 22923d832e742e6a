// Reads a table file in a worker thread.
import type { NamedField } from '../../manifest/fieldTypes/parseInput'
import type { NumberedTable } from '../../protocol/exchange/tableFile'
import { unpackTable } from './packedTable'
import type { Excess, TableFile } from './tasks'
import { inThread } from './threads'

/** @throws as inThread */
export async function readTableInThread(
  file: TableFile,
  seconds: number,
  account?: string,
): Promise<NumberedTable | Excess> {
  const { fields } = file.wanted
  const wanted = { ...file.wanted, fields: fields.map(nameOf) }
  const table = await inThread('table', { ...file, wanted }, { seconds, account })
  return 'exceeded' in table ? table : unpackTable(table)
}

/** A field has rules and more, which need not be cloned. */
const nameOf = ({ name, title, synonyms }: NamedField): NamedField => ({ name, title, ...(synonyms && { synonyms }) })
