// The records of a list as pictures.
// A card has the first image of a field, the name, a few values and the actions.
import type { FileValue, RecordData } from '../../../../protocol/calls'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { useTranslator } from '../../../../client/context/clientContext'
import { Icon } from '../../../controls/icons'
import type { RenderContext } from '../../../values/renderContext'
import { Thumbnail } from '../../../values/Thumbnail'
import type { ListAddress } from '../data/useListAddress'
import type { ListData } from '../data/useListData'
import type { ListTable } from '../data/useListTable'
import styles from './gallery.module.css'

/** Pixels of a picture; cards are as wide as their column. */
const picturePixels = 240

interface GalleryProps {
  readonly answer: ScreenAnswer
  readonly address: ListAddress
  readonly data: ListData
  readonly table: ListTable
  readonly context: RenderContext
  readonly rows: readonly RecordData[]
}

export function GalleryCards({ rows, ...parts }: GalleryProps) {
  const { pick } = useTranslator()
  return (
    <ul className={styles.gallery} aria-label={pick(parts.answer.screen.title)} aria-busy={parts.data.busy}>
      {rows.map((row) => (
        <GalleryCard key={row.id} row={row} {...parts} />
      ))}
    </ul>
  )
}

function GalleryCard({
  row,
  answer: { screen },
  address,
  table,
  context,
}: Omit<GalleryProps, 'rows'> & { row: RecordData }) {
  const entity = screen.entity ?? ''
  const { imageField, cardFields } = screen.gallery!
  const files = (row.values[imageField] ?? []) as readonly FileValue[]
  const picture = files.find(({ type }) => type.startsWith('image/'))
  const facts = table.columns.filter(({ key }) => cardFields.includes(key) && !isEmpty(row.values[key]))
  const image = (
    <span className={styles.picture}>
      {picture ? (
        <Thumbnail file={picture} carrier={{ entity, record: row.id }} size={picturePixels} />
      ) : (
        <Icon name="file" size={28} />
      )}
    </span>
  )
  return (
    <li className={styles.card} data-row={row.id}>
      {context.canOpen(entity) ? (
        <button type="button" className={styles.open} onClick={() => address.open(entity, row.id)}>
          {image}
          <strong>{row.label}</strong>
        </button>
      ) : (
        <div className={styles.open}>
          {image}
          <strong>{row.label}</strong>
        </div>
      )}
      <dl>
        {facts.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{column.render(row)}</dd>
          </div>
        ))}
      </dl>
      {table.hasActions(row) && <footer>{table.columns.find(({ key }) => key === table.actions)?.render(row)}</footer>}
    </li>
  )
}
