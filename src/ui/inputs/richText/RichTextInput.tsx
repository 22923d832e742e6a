// WYSIWYG editor for text with headings, lists, tables, pictures and links.
// The value is HTML; an empty text is null.
import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import '../../values/richText.css'
import { EditorToolbar } from './EditorToolbar'
import type { EditorToolName } from './editorTools'
import { LinkInput } from './LinkInput'
import { embeddedPicture } from './pictures'
import { contentOf, createRichTextEditor } from './richTextEditor'
import type { InputProps } from '../base/inputContext'
import styles from './richTextInput.module.css'

export function RichTextInput(props: InputProps<string>) {
  const { t } = useTranslator()
  const frame = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const insert = useInsertPictures()
  const editor = useEditor(page, props, insert)
  const [isLarge, setIsLarge] = useLargeFrame(frame)
  const [isLinking, setIsLinking] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const openTool = (name: EditorToolName) => (name === 'Link' ? setIsLinking(true) : picker.current?.click())
  const link = (address: string | null) => {
    setIsLinking(false)
    if (editor && address !== null) setLink(editor, address)
  }
  const classes = [styles.editor, props.invalid && styles.wrong, isLarge && styles.whole].filter(Boolean).join(' ')
  return (
    <div
      ref={frame}
      className={classes}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.stopPropagation()
        if (event.key !== 'Escape' || !isLarge) return
        event.stopPropagation()
        setIsLarge(false)
      }}
    >
      {editor && !props.disabled && (
        <EditorToolbar editor={editor} openTool={openTool} isLarge={isLarge} setLarge={setIsLarge} />
      )}
      {editor && isLinking && <LinkInput given={linkAt(editor)} done={link} />}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('form.textPicture')}
        onChange={({ target }) => {
          if (editor) void insert(editor, [...(target.files ?? [])])
          target.value = ''
        }}
      />
      <div ref={page} className={styles.page} />
    </div>
  )
}

const linkAt = (editor: Editor): string => String(editor.getAttributes('link').href ?? '')

function setLink(editor: Editor, address: string): void {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (address === '') chain.unsetLink().run()
  else if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] }).run()
  else chain.setLink({ href: address }).run()
}

type InsertPictures = (editor: Editor, files: readonly File[]) => Promise<void>

/** Inserts pictures; reports those that cannot be inserted. */
function useInsertPictures(): InsertPictures {
  const { t } = useTranslator()
  const { notifications } = useRuntime()
  return async (editor, files) => {
    for (const file of files) {
      const src = await embeddedPicture(file)
      if (src === undefined) notifications.say('warning', t('form.textPictureUnfit', { name: file.name }))
      else
        editor
          .chain()
          .focus()
          .setImage({ src, alt: file.name.replace(/\.\w+$/, '') })
          .run()
    }
  }
}

/** Mounts the editor; the value replaces its content only when it changes from outside. */
function useEditor(
  page: RefObject<HTMLElement | null>,
  props: InputProps<string>,
  insert: InsertPictures,
): Editor | null {
  const { pick } = useTranslator()
  const [editor, setEditor] = useState<Editor | null>(null)
  const reported = useRef<string | null>(props.value ?? null)
  const latest = useRef(props)
  const insertLatest = useRef(insert)
  useEffect(() => {
    latest.current = props
    insertLatest.current = insert
  })
  useEffect(() => {
    const { id, value, field, label, autoFocus } = latest.current
    const created = createRichTextEditor(page.current!, {
      value: value ?? null,
      attributes: {
        id,
        class: 'rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label ?? pick(field.title),
      },
      changed: (html) => {
        reported.current = html
        latest.current.onChange(html)
      },
      left: () => latest.current.onBlur?.(),
      pictures: (files) => void insertLatest.current(created, files),
    })
    setEditor(created)
    if (autoFocus) created.commands.focus('end')
    return () => created.destroy()
  }, [page, pick])
  const { value = null, disabled = false, required, invalid, describedBy } = props
  useEffect(() => {
    if (!editor || reported.current === value) return
    reported.current = value
    editor.commands.setContent(contentOf(value), { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    editor?.setEditable(!disabled, false)
    if (editor) describe(editor.view.dom, { required, invalid, describedby: describedBy })
  }, [editor, disabled, required, invalid, describedBy])
  return editor
}

/** The changing ARIA attributes of the editor. */
function describe(element: HTMLElement, attributes: Readonly<Record<string, string | boolean | undefined>>): void {
  for (const [name, value] of Object.entries(attributes))
    if (value === undefined) element.removeAttribute(`aria-${name}`)
    else element.setAttribute(`aria-${name}`, String(value))
}

/** Fills the window in the top layer, because a dragged dialog would contain a fixed element. */
function useLargeFrame(frame: RefObject<HTMLElement | null>): [boolean, (large: boolean) => void] {
  const [isLarge, setIsLarge] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element || !isLarge || !('showPopover' in element)) return
    element.popover = 'manual'
    element.showPopover()
    return () => {
      if (element.isConnected) element.hidePopover()
      element.popover = null
    }
  }, [frame, isLarge])
  return [isLarge, setIsLarge]
}
