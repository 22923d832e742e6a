// Edits a text with headings, lists and links as it will be read.
// Input and pasted content pass the same sanitizer as displayed content, so that nothing that could run or load is
// stored. The value is HTML; an empty text is null.
import { Button, Input } from 'antd'
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import '../../values/richText.css'
import { hasHtml, safeHtml } from '../../values/safeHtml'
import { editorTools, htmlOf, linkAddress, paragraphsOf, type EditorTool } from './richTextTools'
import type { WidgetProps } from '../base/widgetContext'
import styles from './richTextInput.module.css'

export function RichTextInput(props: WidgetProps<string>) {
  const { id, field, onBlur, disabled, invalid, required, describedBy, label } = props
  const { t, pick } = useTranslator()
  const { page, tell, run } = useRichText(props)
  const { linking, setLinking, begin, link } = useLink(page, run)
  const press = ({ command, argument }: EditorTool) => (command === 'createLink' ? begin() : run(command, argument))
  return (
    <div className={invalid ? `${styles.editor} ${styles.wrong}` : styles.editor}>
      {disabled ? null : (
        <div className={styles.tools} role="toolbar" aria-label={t('form.textTools')}>
          {editorTools.map((tool) => (
            // Pressing a button keeps the selection.
            <button
              key={tool.name}
              type="button"
              title={t(`form.text${tool.name}`)}
              aria-label={t(`form.text${tool.name}`)}
              style={tool.style}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => press(tool)}
            >
              {tool.sign}
            </button>
          ))}
        </div>
      )}
      {linking === null ? null : <LinkInput address={linking} setAddress={setLinking} link={link} />}
      <div
        ref={page}
        id={id}
        className={`rich-text ${styles.page}`}
        contentEditable={!disabled}
        suppressContentEditableWarning
        role="textbox"
        aria-multiline="true"
        tabIndex={0}
        aria-label={label ?? pick(field.title)}
        aria-required={required}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onInput={tell}
        onBlur={onBlur}
        onPaste={(event) => pasteSafely(event, run)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.stopPropagation()
        }}
      />
    </div>
  )
}

/** Runs a command of the browser's editor on the selection. */
type Run = (command: string, argument?: string) => void

/** The edited page: shows the value, reports what was typed. */
function useRichText({ value, onChange, autoFocus }: WidgetProps<string>) {
  const page = useRef<HTMLDivElement>(null)
  const reported = useRef<string | null | undefined>(undefined)
  // Replace the content only when the value changes from outside: it would lose the cursor.
  useEffect(() => {
    const text = value ?? null
    if (!page.current || reported.current === text) return
    reported.current = text
    page.current.replaceChildren(text === null ? '' : hasHtml(text) ? safeHtml(text) : paragraphsOf(text))
  }, [value])
  useEffect(() => {
    document.execCommand('defaultParagraphSeparator', false, 'p')
    if (autoFocus) page.current?.focus()
  }, [autoFocus])
  const tell = () => {
    if (!page.current) return
    reported.current = htmlOf(page.current)
    onChange(reported.current)
  }
  const run: Run = (command, argument) => {
    page.current?.focus()
    document.execCommand(command, false, argument)
    tell()
  }
  return { page, tell, run }
}

/** Makes the selection a link; `linking` is its address while it is typed, null otherwise. */
function useLink(page: RefObject<HTMLElement | null>, run: Run) {
  const selection = useRef<Range | null>(null)
  const [linking, setLinking] = useState<string | null>(null)
  const begin = () => {
    const marked = window.getSelection()
    selection.current =
      marked && marked.rangeCount > 0 && page.current?.contains(marked.anchorNode)
        ? marked.getRangeAt(0).cloneRange()
        : null
    setLinking('')
  }
  const link = () => {
    const address = linkAddress(linking ?? '')
    setLinking(null)
    if (!address || !selection.current) return
    const marked = window.getSelection()
    page.current?.focus()
    marked?.removeAllRanges()
    marked?.addRange(selection.current)
    if (selection.current.collapsed) document.execCommand('insertText', false, address)
    if (selection.current.collapsed)
      marked?.setBaseAndExtent(
        marked.focusNode!,
        marked.focusOffset - address.length,
        marked.focusNode!,
        marked.focusOffset,
      )
    run('createLink', address)
  }
  return { linking, setLinking, begin, link }
}

interface LinkInputProps {
  readonly address: string
  /** null closes the input. */
  readonly setAddress: (address: string | null) => void
  readonly link: () => void
}

function LinkInput({ address, setAddress, link }: LinkInputProps) {
  const { t } = useTranslator()
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      link()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      setAddress(null)
    }
  }
  return (
    <div className={styles.link}>
      <Input
        size="small"
        autoFocus
        value={address}
        placeholder="https://"
        aria-label={t('form.textLink')}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={key}
      />
      <Button size="small" type="primary" onClick={link}>
        {t('form.confirm')}
      </Button>
      <Button size="small" onClick={() => setAddress(null)}>
        {t('form.cancel')}
      </Button>
    </div>
  )
}

/** Inserts only what the sanitizer leaves; plain text where it leaves nothing. */
function pasteSafely(event: ClipboardEvent, run: Run): void {
  event.preventDefault()
  const html = event.clipboardData.getData('text/html')
  const holder = document.createElement('div')
  if (html) holder.append(safeHtml(html))
  if (html && holder.innerHTML.trim() !== '') run('insertHTML', holder.innerHTML)
  else run('insertText', event.clipboardData.getData('text/plain'))
}
