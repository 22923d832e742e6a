// The values of a record section by section, lines as small tables.
// Empty values, and columns that are empty in every line, are shown on request.
import { wideTypes } from '../../../../manifest/fieldTypes/typeSets'
import { useState } from 'react'
import type { Entity } from '../../../../manifest/model/entity'
import type { Field, FieldType } from '../../../../manifest/model/field'
import type { LineValue, RecordData } from '../../../../protocol/calls'
import type { Carrier } from '../../../../client/data/fileTransfer'
import { useTranslator } from '../../../../client/context/clientContext'
import { entityAtPath, standaloneContext, type RenderContext } from '../../../values/renderContext'
import { alignOf, renderValue } from '../../../values/renderValue'
import spoken from '../../../controls/spoken.module.css'
import { groupedOptions, setField } from '../../../inputs/lineModel/codeGroups'

interface RecordSectionsProps {
  readonly entity: Entity
  readonly record: RecordData
  readonly context: RenderContext
}

/** Draws each section that has a value, and the button for the others. */
export function RecordSections({ entity, record, context }: RecordSectionsProps) {
  const { t, pick } = useTranslator()
  const [all, setAll] = useState(false)
  const { sections } = entity.detail
  const hiddenIn = (path: string) => {
    const value = record.values[path]
    const field = fieldAt(context, entity, path)
    if (empty(value)) return 1
    return field?.type === 'lines' ? emptyColumns(field, value as readonly LineValue[]).size : 0
  }
  const hidden = sections.flatMap(({ fields }) => fields).reduce((count, path) => count + hiddenIn(path), 0)
  return (
    <div className="record-sections">
      {sections.map((section, index) => {
        const fields = all ? section.fields : section.fields.filter((path) => !empty(record.values[path]))
        if (fields.length === 0) return null
        return (
          <section key={index}>
            <h3>{pick(section.title)}</h3>
            <dl>
              {fields.map((path) => (
                <RecordValue
                  key={path}
                  path={path}
                  all={all}
                  alone={fields.length === 1}
                  entity={entity}
                  record={record}
                  context={context}
                />
              ))}
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

interface RecordValueProps extends RecordSectionsProps {
  readonly path: string
  /** With empty columns. */
  readonly all: boolean
  /** Whether it is the only value of its section. */
  readonly alone: boolean
}

function RecordValue({ path, all, alone, entity, record, context }: RecordValueProps) {
  const { pick } = useTranslator()
  const field = fieldAt(context, entity, path)
  const value = record.values[path]
  const type = field?.type ?? typeOf(value)
  const carrier = { entity: entity.name, record: record.id }
  const isTable = field?.type === 'lines' && !empty(value)
  // The heading above is the title of the only table.
  const title = <dt className={isTable && alone ? spoken.only : undefined}>{field ? pick(field.title) : path}</dt>
  if (isTable)
    return (
      <div className="record-wide record-under">
        {title}
        <dd>
          <Lines field={field} lines={value as readonly LineValue[]} all={all} context={context} carrier={carrier} />
        </dd>
      </div>
    )
  return (
    <div className={wideTypes.has(type) ? 'record-wide' : undefined}>
      {title}
      <dd className={type === 'text' && field?.format !== 'html' ? 'value-long' : undefined}>
        {renderValue({ ...field, field: path, type }, value, standaloneContext(context), {
          entity: entity.name,
          carrier,
        })}
      </dd>
    </div>
  )
}

const empty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The columns of lines that are empty in every line. */
function emptyColumns(field: Field | undefined, lines: readonly LineValue[]): ReadonlySet<string> {
  if (lines.length === 0 || !field || setField(field)) return new Set()
  return new Set(Object.keys(field.fields ?? {}).filter((name) => lines.every((line) => empty(line[name]))))
}

/** The field at the end of a path, as far as its entities are known. */
function fieldAt(context: RenderContext, entity: Entity, path: string): Field | undefined {
  const owner = path.includes('.') ? entityAtPath(context, entity.name, path) : entity
  return owner?.fields[path.split('.').at(-1)!]
}

function typeOf(value: unknown): FieldType {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'object' && value !== null && 'label' in value) return 'ref'
  return 'string'
}

function Lines({
  field,
  lines,
  all,
  context,
  carrier,
}: {
  field: Field
  lines: readonly LineValue[]
  all: boolean
  context: RenderContext
  carrier: Carrier
}) {
  const { pick } = useTranslator()
  const left = all ? new Set<string>() : emptyColumns(field, lines)
  const fields = Object.values(field.fields ?? {}).filter(({ name }) => !left.has(name))
  const code = setField(field)
  if (code) return <Codes code={code} lines={lines} context={context} />
  return (
    <div className="record-lines" tabIndex={0} role="region" aria-label={pick(field.title)}>
      <table>
        <thead>
          <tr>
            {fields.map((item) => (
              <th key={item.name} scope="col" className={alignOf(item.type) === 'right' ? 'table-right' : undefined}>
                {pick(item.title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              {fields.map((item) => (
                <td key={item.name} className={alignOf(item.type) === 'right' ? 'table-right' : undefined}>
                  {renderValue({ ...item, field: item.name }, line[item.name], context, { carrier })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Lines that are only codes, as titles by group. */
function Codes({ code, lines, context }: { code: Field; lines: readonly LineValue[]; context: RenderContext }) {
  const { t, pick } = useTranslator()
  const granted = new Set(lines.map((line) => line[code.name]))
  const items = context.dictionaries[code.dictionary ?? '']?.items.filter((item) => granted.has(item.code)) ?? []
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
