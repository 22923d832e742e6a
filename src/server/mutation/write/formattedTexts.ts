// Cleans the formatted texts of records before they are written.
// They may come from a form, a rule, a file or a partner.
import type { Field } from '../../../manifest/model/field'
import { cleanFormatted } from '../../database/sql/cleanHtml'
import type { RecordDraft } from '../state/recordDraft'
import { linesIn } from '../state/step'

const isFormatted = ({ format }: Field): boolean => format === 'html'

/** @param fields those that the transition may change */
export function cleanTexts(fields: readonly Field[], records: readonly RecordDraft[]): void {
  for (const field of fields) {
    const cells = Object.values(field.fields ?? {}).filter(isFormatted)
    for (const record of records) {
      if (isFormatted(field)) record.set(field.name, cleanFormatted(record.own(field.name)))
      else if (cells.length > 0) record.set(field.name, linesIn(record.own(field.name)).map(cleanLine(cells)))
    }
  }
}

const cleanLine = (cells: readonly Field[]) => (line: Readonly<Record<string, unknown>>) => ({
  ...line,
  ...Object.fromEntries(cells.map(({ name }) => [name, cleanFormatted(line[name] ?? null)])),
})
