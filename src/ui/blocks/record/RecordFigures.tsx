// What is looked for first in a record? The values that its entity names, large under its name.
import type { Entity } from '../../../manifest/app'
import type { RecordData } from '../../../protocol/calls'
import { useWords } from '../../../runtime/runtime'
import { ownerOf, type Scene } from '../../values/scene'
import { shownValue } from '../../values/value'

export function RecordFigures({ entity, record, scene }: { entity: Entity; record: RecordData; scene: Scene }) {
  const { pick } = useWords()
  const figures = entity.detail.figures.flatMap((path) => {
    const field = ownerOf(scene, entity.name, path)?.fields[path.split('.').at(-1)!]
    return field && record.values[path] !== undefined ? [{ path, field }] : []
  })
  if (figures.length === 0) return null
  return (
    <dl className="record-figures">
      {figures.map(({ path, field }) => (
        <div key={path}>
          <dt>{pick(field.title)}</dt>
          <dd>{shownValue({ ...field, field: path }, record.values[path], scene, entity.name)}</dd>
        </div>
      ))}
    </dl>
  )
}
