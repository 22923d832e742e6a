// Switches between the lists of one address: the screen's own, or the one named by ?list=.
// Switching resets search and page.
import type { Screen } from '../../../../manifest/model/screen'
import { listName } from '../../../../manifest/access/screenByPath'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { useViewQuery } from '../../../../client/navigation/urlState'
import { useTranslator } from '../../../../client/context/clientContext'
import { ListSwitch } from '../../common/ListSwitch'

const query = 'list'

/** The path of the list in the address; the screen's own for an unknown name. */
export function useShownList({ path, moreLists: lists }: Screen): string {
  const [params] = useViewQuery()
  const name = params.get(query)
  return lists.find((list) => listName(list.path) === name)?.path ?? path
}

export function MoreListsTabs({ of: { screen, entities } }: { of: ScreenAnswer }) {
  const { pick } = useTranslator()
  const [, change] = useViewQuery()
  const visible = useShownList(screen)
  const text = entities[screen.entity ?? '']?.title ?? screen.title
  const options = [
    { value: screen.path, label: pick(text) },
    ...screen.moreLists.map(({ path, title }) => ({ value: path, label: pick(title) })),
  ]
  return (
    <ListSwitch
      label={pick(screen.title)}
      options={options}
      value={visible}
      onChange={(path) =>
        change((params) => {
          const name = listName(path)
          for (const key of [...params.keys()]) params.delete(key)
          if (name !== undefined) params.set(query, name)
        })
      }
    />
  )
}
