// The button of the top bar that opens the command palette: an icon in a narrow window.
import { useTranslator } from '../../../client/context/clientContext'
import { Icon } from '../../controls/icons'
import { IconButton } from '../../controls/IconButton'
import { commandKey } from './commandKey'

/** Draws a button with the key for it, or an icon. */
export function FinderButton({ narrow, find }: { narrow: boolean; find: () => void }) {
  const { t } = useTranslator()
  if (narrow) return <IconButton icon="search" label={t('shell.searchScreens')} onClick={find} />
  return (
    <button type="button" className="shell-find" onClick={find}>
      <Icon name="search" size={15} />
      <span>{t('shell.searchScreens')}</span>
      <kbd>{commandKey()}</kbd>
    </button>
  )
}
