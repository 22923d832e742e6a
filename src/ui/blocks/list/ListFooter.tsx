// How many are there, and which of them are seen? A count that stopped early says so and can be asked for exactly.
import { Button } from 'antd'
import { lazy, Suspense, useContext } from 'react'
import { useFormat, useWords } from '../../../runtime/runtime'
import { Calm } from '../../calm'
import type { ListData } from './useListData'

// There is nothing to turn to before the records are there.
const Pagination = lazy(() => import('antd/es/pagination'))

interface ListFooterProps {
  readonly data: ListData
  readonly page: number
  readonly size: number
  readonly onPage: (page: number, size: number) => void
  readonly narrow: boolean
}

const sizes = [10, 20, 50, 100]

export function ListFooter({
  data: { total, hasNext, rows, countExactly, counting },
  page,
  size,
  onPage,
  narrow,
}: ListFooterProps) {
  const { t } = useWords()
  const format = useFormat()
  const calm = useContext(Calm)
  if (!total) return <div className="list-foot" />
  // Behind a count that stopped early there is at least one more page, as long as the server says so.
  const known = Math.max(total.count, (page - 1) * size + (rows?.length ?? 0) + (hasNext ? 1 : 0))
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
        {calm && (
          <Pagination
            current={page}
            pageSize={size}
            total={known}
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
