// Which values does a record have? Section by section, names beside values, lines as a small table; what is empty, and a column in which no line says anything, is shown when it is asked for.
import { useState } from 'react'
import type { Entity, Field } from '../../../manifest/app'
import type { LineValue, RecordData } from '../../../protocol/calls'
import type { Carrier } from '../../../runtime/files'
import { useWords } from '../../../runtime/runtime'
import { ownerOf, type Scene } from '../../values/scene'
import { alignOf, shownValue } from '../../values/value'
import { groupedOptions, setField } from '../../widgets/lines/setGroups'

interface RecordSectionsProps {
  readonly entity: Entity
  readonly record: RecordData
  readonly scene: Scene
}

const wide = new Set<Field['type']>(['text', 'address', 'files', 'lines'])

export function RecordSections({ entity, record, scene }: RecordSectionsProps) {
  const { t, pick } = useWords()
  const [all, setAll] = useState(false)
  const { sections } = entity.detail
  const isEmpty = (path: string) => empty(record.values[path])
  const linesAt = (path: string): readonly LineValue[] =>
    fieldAt(scene, entity, path)?.type === 'lines' && !isEmpty(path) ? (record.values[path] as LineValue[]) : []
  const unsaid = (path: string) => (isEmpty(path) ? 1 : emptyColumns(fieldAt(scene, entity, path), linesAt(path)).size)
  const hidden = sections.reduce((count, section) => section.fields.reduce((sum, path) => sum + unsaid(path), count), 0)
  return (
    <div className="record-sections">
      {sections.map((section, at) => {
        const fields = all ? section.fields : section.fields.filter((path) => !isEmpty(path))
        if (fields.length === 0) return null
        return (
          <section key={at}>
            <h3>{pick(section.title)}</h3>
            <dl>
              {fields.map((path) => {
                const field = fieldAt(scene, entity, path)
                const value = record.values[path]
                const type = field?.type ?? typeOf(value)
                const lines = field?.type === 'lines' && !empty(value)
                return (
                  <div
                    key={path}
                    className={
                      lines
                        ? fields.length === 1
                          ? 'record-wide record-alone'
                          : 'record-wide record-under'
                        : wide.has(type)
                          ? 'record-wide'
                          : undefined
                    }
                  >
                    <dt>{field ? pick(field.title) : path}</dt>
                    <dd className={type === 'text' && field?.format !== 'html' ? 'value-long' : undefined}>
                      {lines ? (
                        <Lines
                          field={field}
                          lines={linesAt(path)}
                          all={all}
                          scene={scene}
                          carrier={{ entity: entity.name, record: record.id }}
                        />
                      ) : (
                        shownValue({ ...field, field: path, type }, value, scene, entity.name, {
                          entity: entity.name,
                          record: record.id,
                        })
                      )}
                    </dd>
                  </div>
                )
              })}
            </dl>
          </section>
        )
      })}
      {hidden > 0 && (
        <button type="button" className="record-empties" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('record.hideEmpty') : t('record.showEmpty', { count: hidden })}
        </button>
      )}
    </div>
  )
}

const empty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The columns of lines in which no line says anything. */
function emptyColumns(field: Field | undefined, lines: readonly LineValue[]): ReadonlySet<string> {
  if (lines.length === 0 || !field || setField(field)) return new Set()
  return new Set(Object.keys(field.fields ?? {}).filter((name) => lines.every((line) => empty(line[name]))))
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

function Lines({
  field,
  lines,
  all,
  scene,
  carrier,
}: {
  field: Field
  lines: readonly LineValue[]
  all: boolean
  scene: Scene
  carrier: Carrier
}) {
  const { pick } = useWords()
  const left = all ? new Set<string>() : emptyColumns(field, lines)
  const fields = Object.values(field.fields ?? {}).filter(({ name }) => !left.has(name))
  const code = setField(field)
  if (code) return <Codes code={code} lines={lines} scene={scene} />
  return (
    <div className="record-lines" tabIndex={0} role="region" aria-label={pick(field.title)}>
      <table>
        <thead>
          <tr>
            {fields.map((one) => (
              <th key={one.name} scope="col" className={alignOf(one.type) === 'right' ? 'table-right' : undefined}>
                {pick(one.title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={at}>
              {fields.map((one) => (
                <td key={one.name} className={alignOf(one.type) === 'right' ? 'table-right' : undefined}>
                  {shownValue({ ...one, field: one.name }, line[one.name], scene, undefined, carrier)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Lines that are nothing but codes: their titles, group by group. */
function Codes({ code, lines, scene }: { code: Field; lines: readonly LineValue[]; scene: Scene }) {
  const { t, pick } = useWords()
  const held = new Set(lines.map((line) => line[code.name]))
  const items = scene.dictionaries[code.dictionary ?? '']?.items.filter((item) => held.has(item.code)) ?? []
  const groups = groupedOptions(
    items.map((item) => ({ code: item.code, title: pick(item.title), group: item.group ? pick(item.group) : '' })),
  )
  return (
    <dl className="record-codes">
      {groups.map(({ title, options }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{options.map((option) => option.title).join(t('form.comma'))}</dd>
        </div>
      ))}
    </dl>
  )
}
