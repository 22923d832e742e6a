// Which of the lists under one address is shown? The screen's own, or the further one that ?list= names. Another list begins without search and pages.
import { lazy, Suspense } from 'react'
import type { Screen } from '../../../manifest/app'
import { listName } from '../../../manifest/screenAt'
import type { ScreenAnswer } from '../../../protocol/calls'
import { useViewQuery } from '../../../runtime/location'
import { useWords } from '../../../runtime/runtime'

// Few screens have further lists.
const Segmented = lazy(() => import('antd/es/segmented'))

const query = 'list'

/** The path of the list that the address names; an unknown name is the screen's own. */
export function useShownList({ path, lists }: Screen): string {
  const [params] = useViewQuery()
  const name = params.get(query)
  return lists.find((list) => listName(list) === name)?.path ?? path
}

export function ListSwitch({ of: { screen, entities } }: { of: ScreenAnswer }) {
  const { pick } = useWords()
  const [, change] = useViewQuery()
  const shown = useShownList(screen)
  const own = entities[screen.entity ?? '']?.title ?? screen.title
  const options = [
    { value: screen.path, label: pick(own) },
    ...screen.lists.map(({ path, title }) => ({ value: path, label: pick(title) })),
  ]
  return (
    <Suspense fallback={null}>
      <Segmented
        className="list-switch"
        aria-label={pick(screen.title)}
        options={options}
        value={shown}
        onChange={(path) =>
          change((params) => {
            const name = listName({ path: String(path) })
            for (const key of [...params.keys()]) params.delete(key)
            if (name !== undefined) params.set(query, name)
          })
        }
      />
    </Suspense>
  )
}
