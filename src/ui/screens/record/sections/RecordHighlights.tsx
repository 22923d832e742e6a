// The highlights of a record, large under its label.
import type { Entity } from '../../../../manifest/model/entity'
import type { RecordData } from '../../../../protocol/calls'
import { useTranslator } from '../../../../client/context/clientContext'
import { entityAtPath, standaloneContext, type RenderContext } from '../../../values/renderContext'
import { renderValue } from '../../../values/renderValue'

/** Draws the fields that the caller may read; nothing if there are none. */
export function RecordHighlights({
  entity,
  record,
  scene,
}: {
  entity: Entity
  record: RecordData
  scene: RenderContext
}) {
  const { pick } = useTranslator()
  const alone = standaloneContext(scene)
  const figures = entity.detail.highlightFields.flatMap((path) => {
    const field = entityAtPath(scene, entity.name, path)?.fields[path.split('.').at(-1)!]
    return field && record.values[path] !== undefined ? [{ path, field }] : []
  })
  if (figures.length === 0) return null
  return (
    <dl className="record-figures">
      {figures.map(({ path, field }) => (
        <div key={path} className={record.values[path] === null ? 'record-figure-empty' : undefined}>
          <dt>{pick(field.title)}</dt>
          <dd>{renderValue({ ...field, field: path }, record.values[path], alone, { entity: entity.name })}</dd>
        </div>
      ))}
    </dl>
  )
}
