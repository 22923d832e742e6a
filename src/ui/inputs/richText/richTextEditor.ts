// Creates the editor of formatted texts. Its input and output pass the page's sanitizer.
import { Editor } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { hasHtml, isHarmlessAttribute } from '../../../manifest/fieldTypes/formattedText'
import { safeHtml } from '../../values/safeHtml'
import { pastedHtml } from './pastedHtml'

/** Without the widths that the library writes as style attributes. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
})

interface EditorSettings {
  readonly value: string | null
  readonly attributes: Record<string, string>
  readonly changed: (html: string | null) => void
  readonly left: () => void
  /** Pictures that were pasted or dropped as files. */
  readonly pictures: (files: readonly File[]) => void
}

export function createRichTextEditor(element: HTMLElement, settings: EditorSettings): Editor {
  return new Editor({
    element,
    // The content policy allows no styles from scripts; richTextInput.module.css has them.
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        link: {
          openOnClick: false,
          HTMLAttributes: { target: null, rel: null },
          isAllowedUri: (address) => isHarmlessAttribute('a', 'href', address),
        },
        dropcursor: false,
      }),
      Image.configure({ allowBase64: true }),
      PlainTable,
      TableRow,
      TableHeader,
      TableCell,
    ],
    content: contentOf(settings.value),
    editorProps: {
      attributes: settings.attributes,
      transformPastedHTML: pastedHtml,
      handlePaste: (_view, event) => insertPictures(event.clipboardData, settings.pictures),
      handleDrop: (_view, event, _slice, moved) => !moved && insertPictures(event.dataTransfer, settings.pictures),
    },
    onUpdate: ({ editor }) => settings.changed(htmlOf(editor)),
    onBlur: settings.left,
  })
}

/** The editor's content for a value; text without HTML keeps its lines. */
export function contentOf(value: string | null): string {
  const container = document.createElement('div')
  if (value !== null && hasHtml(value)) container.append(safeHtml(value))
  else
    for (const line of (value ?? '').split('\n')) {
      const paragraph = document.createElement('p')
      paragraph.append(line)
      container.append(paragraph)
    }
  return container.innerHTML
}

/** The sanitized content of the editor; null if it is empty. */
function htmlOf(editor: Editor): string | null {
  const container = document.createElement('div')
  container.append(safeHtml(editor.getHTML()))
  for (const name of ['target', 'rel'])
    for (const link of container.querySelectorAll(`a[${name}]`)) link.removeAttribute(name)
  // The editor keeps an empty paragraph after a table for further writing.
  while (container.lastElementChild?.localName === 'p' && !container.lastElementChild.hasChildNodes())
    container.lastElementChild.remove()
  if ((container.textContent ?? '').trim() === '' && !container.querySelector('img, hr, table')) return null
  return container.innerHTML
}

/** Handles pictures pasted as files; content with HTML is pasted as HTML. */
function insertPictures(data: DataTransfer | null, insert: EditorSettings['pictures']): boolean {
  const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  if (pictures.length === 0 || data?.types.includes('text/html')) return false
  insert(pictures)
  return true
}
