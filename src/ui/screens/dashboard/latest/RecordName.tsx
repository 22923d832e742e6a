// The name of a record in a short list, a link if the user may open it, with values beside it.
// Also the link to all records.
import { Link } from 'react-router-dom'
import { isNumberType } from '../../../../manifest/expression/values/valueTypes'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import type { Column } from '../../../../manifest/model/column'
import type { RecordData } from '../../../../protocol/calls'
import { useOpenRecord } from '../../../../client/navigation/urlState'
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import { standaloneContext, type RenderContext } from '../../../values/renderContext'
import { renderValue, textOfValue } from '../../../values/renderValue'
import styles from './latest.module.css'

interface RecordNameProps {
  readonly row: RecordData
  readonly entity: string
  /** The column whose value names the record; its label if absent or empty. */
  readonly column: Column | undefined
  readonly context: RenderContext
}

export function RecordName({ row, entity, column, context }: RecordNameProps) {
  const [, open] = useOpenRecord()
  const name = (column && textOfValue(column, row.values[column.field], context, entity)) || row.label
  if (!context.canOpen(entity)) return <span className={styles.latestName}>{name}</span>
  return (
    <button type="button" className={styles.latestName} onClick={() => open({ entity, id: row.id })}>
      {name}
    </button>
  )
}

interface RecordFactsProps {
  readonly row: RecordData
  readonly entity: string | undefined
  readonly columns: readonly Column[]
  readonly context: RenderContext
}

/** Without column headers, empty values are blank and numbers have their titles. */
export function RecordFacts({ row, entity, columns, context }: RecordFactsProps) {
  const { pick } = useTranslator()
  const alone = standaloneContext(context)
  return columns.map((column) => {
    const value = row.values[column.field]
    if (isEmpty(value)) return <span key={column.field} />
    return (
      <span key={column.field}>
        {isNumberType(column.type) && `${pick(column.title)} `}
        {renderValue(column, value, alone, { entity })}
      </span>
    )
  })
}

/** The link to the complete list; nothing if the user may not open it. */
export function MoreRecords({ screen }: { readonly screen: string | undefined }) {
  const { t } = useTranslator()
  const routes = useSession((state) => state.boot?.routes)
  if (screen === undefined || !routes?.[screen]) return null
  return (
    <Link to={screen} className={styles.moreLink}>
      {t('form.more')}
    </Link>
  )
}
