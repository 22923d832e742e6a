// The total of a list and its pages. A count that stopped at the cap can be completed on request.
import { Button } from 'antd'
import { lazy, Suspense, useContext } from 'react'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { FirstLoadContext } from '../../controls/firstLoad'
import { pagedCount } from './data/groupHeads'
import type { ListData } from './data/useListData'

// There are no pages before the records have loaded.
const Pagination = lazy(() => import('antd/es/pagination'))

interface ListFooterProps {
  readonly data: ListData
  readonly page: number
  readonly size: number
  readonly onPage: (page: number, size: number) => void
  readonly narrow: boolean
}

const sizes = [10, 20, 50, 100]

/**
 * Draws an empty foot until the total is known, and the pages only after the first records, so as not to delay those.
 */
export function ListFooter({ data, page, size, onPage, narrow }: ListFooterProps) {
  const { t } = useTranslator()
  const format = useFormat()
  const firstLoaded = useContext(FirstLoadContext)
  const { total, hasNext, rows, countExactly, counting } = data
  if (!total) return <div className="list-foot" />
  // Beyond a count that stopped at the cap there is at least one more page, as long as the server returns a cursor.
  const visible = Math.max(pagedCount(data), (page - 1) * size + (rows?.length ?? 0) + (hasNext ? 1 : 0))
  return (
    <div className="list-foot">
      <span className="list-total" role="status">
        {t(total.more ? 'list.totalMore' : 'list.total', { count: format.number(total.count) })}
        {total.more && (
          <Button type="link" size="small" loading={counting} onClick={countExactly}>
            {t('list.exact')}
          </Button>
        )}
      </span>
      <Suspense fallback={null}>
        {firstLoaded && (
          <Pagination
            current={page}
            pageSize={size}
            total={visible}
            size="small"
            simple={narrow}
            showSizeChanger={!narrow}
            pageSizeOptions={sizes}
            showLessItems
            onChange={(next, nextSize) => onPage(nextSize === size ? next : 1, nextSize)}
          />
        )}
      </Suspense>
    </div>
  )
}
