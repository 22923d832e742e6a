// A text with headings, lists and links, written as it will be read. What is typed or pasted goes through the same sieve as what is shown, so nothing
// that could run or load is ever kept; the value is HTML, empty text is nothing.
import { Button, Input } from 'antd'
import { useEffect, useRef, useState, type ClipboardEvent } from 'react'
import { useWords } from '../../runtime/runtime'
import '../values/richText.css'
import { hasHtml, safeHtml } from '../values/safeHtml'
import { editorTools, htmlOf, linkAddress, paragraphsOf, type EditorTool } from './richTextTools'
import type { WidgetProps } from './widget'
import styles from './richTextInput.module.css'

export function RichTextInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  required,
  describedBy,
  label,
  autoFocus,
}: WidgetProps<string>) {
  const { t, pick } = useWords()
  const page = useRef<HTMLDivElement>(null)
  const told = useRef<string | null | undefined>(undefined)
  const selection = useRef<Range | null>(null)
  const [linking, setLinking] = useState<string | null>(null)

  // Only what came from elsewhere is drawn anew: a text that is drawn under the cursor loses it.
  useEffect(() => {
    const text = value ?? null
    if (!page.current || told.current === text) return
    told.current = text
    page.current.replaceChildren(text === null ? '' : hasHtml(text) ? safeHtml(text) : paragraphsOf(text))
  }, [value])
  useEffect(() => {
    document.execCommand('defaultParagraphSeparator', false, 'p')
    if (autoFocus) page.current?.focus()
  }, [autoFocus])

  const tell = () => {
    if (!page.current) return
    told.current = htmlOf(page.current)
    onChange(told.current)
  }
  const run = (command: string, argument?: string) => {
    page.current?.focus()
    document.execCommand(command, false, argument)
    tell()
  }
  const press = (tool: EditorTool) => {
    if (tool.command !== 'createLink') return run(tool.command, tool.argument)
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
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    const html = event.clipboardData.getData('text/html')
    const holder = document.createElement('div')
    if (html) holder.append(safeHtml(html))
    if (html && holder.innerHTML.trim() !== '') run('insertHTML', holder.innerHTML)
    else run('insertText', event.clipboardData.getData('text/plain'))
  }
  return (
    <div className={invalid ? `${styles.editor} ${styles.wrong}` : styles.editor}>
      {disabled ? null : (
        <div className={styles.tools} role="toolbar" aria-label={t('form.textTools')}>
          {editorTools.map((tool) => (
            // The selection stays where it is.
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
      {linking === null ? null : (
        <div className={styles.link}>
          <Input
            size="small"
            autoFocus
            value={linking}
            placeholder="https://"
            aria-label={t('form.textLink')}
            onChange={({ target }) => setLinking(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                link()
              } else if (event.key === 'Escape') {
                event.stopPropagation()
                setLinking(null)
              }
            }}
          />
          <Button size="small" type="primary" onClick={link}>
            {t('form.confirm')}
          </Button>
          <Button size="small" onClick={() => setLinking(null)}>
            {t('form.cancel')}
          </Button>
        </div>
      )}
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
        onPaste={onPaste}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.stopPropagation()
        }}
      />
    </div>
  )
}
