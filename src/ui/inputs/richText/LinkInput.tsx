// The input for the address of a link.
import { Button, Input } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import { isHarmlessAttribute } from '../../../manifest/fieldTypes/formattedText'
import { isComposing } from '../../controls/menu/composing'
import styles from './richTextInput.module.css'

interface LinkInputProps {
  /** The address of the selected link; empty if there is none. */
  readonly given: string
  /** An address, an empty one to remove the link, null to cancel. */
  readonly done: (address: string | null) => void
}

export function LinkInput({ given, done }: LinkInputProps) {
  const { t } = useTranslator()
  const [typed, setTyped] = useState(given)
  const address = linkAddress(typed)
  const isWrong = typed.trim() !== '' && address === undefined
  const confirm = () => {
    if (!isWrong) done(address ?? '')
  }
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Enter') confirm()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    done(null)
  }
  return (
    <div className={styles.link}>
      <Input
        size="small"
        autoFocus
        value={typed}
        status={isWrong ? 'error' : undefined}
        aria-invalid={isWrong}
        placeholder="https://"
        aria-label={t('form.textLink')}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={handleKey}
      />
      <Button size="small" type="primary" disabled={isWrong} onClick={confirm}>
        {t('form.confirm')}
      </Button>
      <Button size="small" onClick={() => done(null)}>
        {t('form.cancel')}
      </Button>
    </div>
  )
}

/** The intended address (also for "example.com"); undefined for an unsafe one. */
function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return undefined
  if (isHarmlessAttribute('a', 'href', text)) return text
  return /^[a-z][a-z0-9+.-]*:/i.test(text) || !text.includes('.') ? undefined : `https://${text}`
}
