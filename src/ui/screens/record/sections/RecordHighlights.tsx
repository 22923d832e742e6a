// The highlights of a record, large under its label.
import type { Entity } from '../../../../manifest/model/entity'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import type { RecordData } from '../../../../protocol/calls'
import { useTranslator } from '../../../../client/context/clientContext'
import { entityAtPath, standaloneContext, type RenderContext } from '../../../values/renderContext'
import { renderValue } from '../../../values/renderValue'

/** Draws those that the caller may read and that are not empty, zero included; nothing if there are none. */
export function RecordHighlights({
  entity,
  record,
  context,
}: {
  entity: Entity
  record: RecordData
  context: RenderContext
}) {
  const { pick } = useTranslator()
  const alone = standaloneContext(context)
  const figures = entity.detail.highlightFields.flatMap((path) => {
    const field = entityAtPath(context, entity.name, path)?.fields[path.split('.').at(-1)!]
    return field && !isEmpty(record.values[path]) ? [{ path, field }] : []
  })
  if (figures.length === 0) return null
  return (
    <dl className="record-figures">
      {figures.map(({ path, field }) => (
        <div key={path}>
          <dt>{pick(field.title)}</dt>
          <dd>
            {renderValue({ ...field, field: path }, record.values[path], alone, {
              entity: entity.name,
              carrier: { entity: entity.name, record: record.id },
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
