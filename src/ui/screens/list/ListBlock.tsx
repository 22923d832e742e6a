// The list of a screen, or the further list that the address names.
import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useScreen } from '../../../client/data/queries'
import { useListDisplay } from '../common/ViewSwitch'
import { ListFailed } from './ListEmpty'
import { useShownList } from './toolbar/MoreListsTabs'
import { RecordList } from './RecordList'

const BoardBlock = lazy(() => import('../board/BoardBlock'))

export default function ListBlock({ screen: answer }: { screen: ScreenAnswer }) {
  const path = useShownList(answer.screen)
  const { display } = useListDisplay(answer.screen)
  if (display === 'board' && path === answer.screen.path)
    return (
      <Suspense fallback={null}>
        <BoardBlock screen={answer} />
      </Suspense>
    )
  return path === answer.screen.path ? (
    <RecordList answer={answer} of={answer} />
  ) : (
    <FurtherList key={path} path={path} of={answer} />
  )
}

function FurtherList({ path, of }: { path: string; of: ScreenAnswer }) {
  const { data, error, refetch } = useScreen(path)
  if (data?.screen.path === path) return <RecordList answer={data} of={of} />
  return error ? (
    <ListFailed error={error} onRetry={() => void refetch()} />
  ) : (
    <div className="list">
      <Skeleton active title={false} paragraph={{ rows: 11 }} />
    </div>
  )
}
