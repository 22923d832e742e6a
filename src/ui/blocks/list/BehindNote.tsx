// Whose records are these? Says above a list which number they stand behind, and leads back to all.
import { Button } from 'antd'
import type { Text } from '../../../manifest/app'
import type { Behind } from '../../../protocol/calls'
import { useSession, useWords } from '../../../runtime/runtime'

export function BehindNote({
  behind,
  title,
  onClear,
}: {
  behind: Behind
  title: Text | undefined
  onClear: () => void
}) {
  const { t, pick } = useWords()
  const route = useSession((state) => state.boot?.routes[behind.screen])
  const names = [route && pick(route.title), title && pick(title)].filter(Boolean)
  return (
    <p className="list-behind">
      <span>{t('list.behind', { number: names.join(' · ') })}</span>
      <Button type="link" size="small" onClick={onClear}>
        {t('list.notBehind')}
      </Button>
    </p>
  )
}
