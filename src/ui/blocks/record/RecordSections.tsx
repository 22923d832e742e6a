// Which values does a record have? Section by section, names beside values; what is empty says so quietly, lines stand as a small table.
import type { Entity, Field } from '../../../manifest/app'
import type { LineValue, RecordData } from '../../../protocol/calls'
import type { Carrier } from '../../../runtime/files'
import { useWords } from '../../../runtime/runtime'
import { ownerOf, type Scene } from '../../values/scene'
import { alignOf, shownValue } from '../../values/value'

interface RecordSectionsProps { readonly entity: Entity; readonly record: RecordData; readonly scene: Scene }

const wide = new Set<Field['type']>(['text', 'address', 'files', 'lines'])

export function RecordSections({ entity, record, scene }: RecordSectionsProps) {
  const { pick } = useWords()
  return (
    <div className="record-sections">
      {entity.detail.sections.map((section, at) => (
        <section key={at}>
          <h3>{pick(section.title)}</h3>
          <dl>
            {section.fields.map((path) => {
              const field = fieldAt(scene, entity, path)
              const value = record.values[path]
              const type = field?.type ?? typeOf(value)
              return (
                <div key={path} className={wide.has(type) ? 'record-wide' : undefined}>
                  <dt>{field ? pick(field.title) : path}</dt>
                  <dd className={type === 'text' && field?.format !== 'html' ? 'value-long' : undefined}>
                    {field?.type === 'lines' && Array.isArray(value) && value.length > 0
                      ? <Lines field={field} lines={value as LineValue[]} scene={scene} carrier={{ entity: entity.name, record: record.id }} />
                      : shownValue({ ...field, field: path, type }, value, scene, entity.name, { entity: entity.name, record: record.id })}
                  </dd>
                </div>
              )
            })}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** The field at the end of a path, where the way there is known. */
function fieldAt(scene: Scene, entity: Entity, path: string): Field | undefined {
  const owner = path.includes('.') ? ownerOf(scene, entity.name, path) : entity
  return owner?.fields[path.split('.').at(-1)!]
}

function typeOf(value: unknown): Field['type'] {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'object' && value !== null && 'label' in value) return 'ref'
  return 'string'
}

function Lines({ field, lines, scene, carrier }: { field: Field; lines: readonly LineValue[]; scene: Scene; carrier: Carrier }) {
  const { pick } = useWords()
  const fields = Object.values(field.fields ?? {})
  return (
    <div className="record-lines" tabIndex={0} role="region" aria-label={pick(field.title)}>
      <table>
        <thead><tr>{fields.map((one) => <th key={one.name} scope="col" className={alignOf(one.type) === 'right' ? 'table-right' : undefined}>{pick(one.title)}</th>)}</tr></thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={at}>{fields.map((one) => <td key={one.name} className={alignOf(one.type) === 'right' ? 'table-right' : undefined}>{shownValue({ ...one, field: one.name }, line[one.name], scene, undefined, carrier)}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
