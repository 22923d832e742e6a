// The tools of the rich text editor: the effect of each on the selection, and when it is active.
import type { Editor } from '@tiptap/core'

/** Part of its title's key, form.text<name>. */
export type EditorToolName =
  | 'Undo'
  | 'Redo'
  | 'Heading'
  | 'Subheading'
  | 'Bold'
  | 'Italic'
  | 'Underline'
  | 'Strike'
  | 'Bullets'
  | 'Numbers'
  | 'Quote'
  | 'Rule'
  | 'Link'
  | 'Picture'
  | 'Table'
  | 'RowAfter'
  | 'ColumnAfter'
  | 'RowDelete'
  | 'ColumnDelete'
  | 'TableDelete'
  | 'Plain'

export interface EditorTool {
  readonly name: EditorToolName
  /** Absent: the editor needs more before it acts (an address, a file). */
  readonly run?: (editor: Editor) => void
  readonly isOn?: (editor: Editor) => boolean
  readonly isOff?: (editor: Editor) => boolean
  /** Shown only while the selection is in a table. */
  readonly inTable?: true
  /** Starts a group. */
  readonly first?: true
}

const focused = (editor: Editor) => editor.chain().focus()

const mark = (name: EditorToolName, type: string): EditorTool => ({
  name,
  run: (editor) => focused(editor).toggleMark(type).run(),
  isOn: (editor) => editor.isActive(type),
})

const heading = (name: EditorToolName, level: 2 | 3): EditorTool => ({
  name,
  run: (editor) => focused(editor).toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
})

export const editorTools: readonly EditorTool[] = [
  { name: 'Undo', run: (editor) => focused(editor).undo().run(), isOff: (editor) => !editor.can().undo() },
  { name: 'Redo', run: (editor) => focused(editor).redo().run(), isOff: (editor) => !editor.can().redo() },
  { ...heading('Heading', 2), first: true },
  heading('Subheading', 3),
  { ...mark('Bold', 'bold'), first: true },
  mark('Italic', 'italic'),
  mark('Underline', 'underline'),
  mark('Strike', 'strike'),
  {
    name: 'Bullets',
    first: true,
    run: (editor) => focused(editor).toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'Numbers',
    run: (editor) => focused(editor).toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'Quote',
    run: (editor) => focused(editor).toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  { name: 'Rule', run: (editor) => focused(editor).setHorizontalRule().run() },
  { name: 'Link', first: true, isOn: (editor) => editor.isActive('link') },
  { name: 'Picture' },
  {
    name: 'Table',
    run: (editor) => focused(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    isOff: (editor) => editor.isActive('table'),
  },
  {
    name: 'Plain',
    run: (editor) => focused(editor).unsetAllMarks().clearNodes().run(),
  },
  { name: 'RowAfter', first: true, inTable: true, run: (editor) => focused(editor).addRowAfter().run() },
  { name: 'RowDelete', inTable: true, run: (editor) => focused(editor).deleteRow().run() },
  { name: 'ColumnAfter', inTable: true, run: (editor) => focused(editor).addColumnAfter().run() },
  { name: 'ColumnDelete', inTable: true, run: (editor) => focused(editor).deleteColumn().run() },
  { name: 'TableDelete', inTable: true, run: (editor) => focused(editor).deleteTable().run() },
]

/** Strokes on a grid of 24. */
export const toolDrawings: Readonly<Record<EditorToolName, string>> = {
  Undo: 'M9 14 4.5 9.5 9 5M5 9.5h9a5 5 0 0 1 0 10h-3',
  Redo: 'M15 14l4.5-4.5L15 5M19 9.5h-9a5 5 0 0 0 0 10h3',
  Heading: 'M4 5v14M13 5v14M4 12h9M17 10.5c.5-1.2 4-1.6 4 .8 0 2-4 3.5-4 5.7h4',
  Subheading: 'M4 5v14M13 5v14M4 12h9M17 10c1-1 4-.8 4 1 0 1.2-1 1.6-2.2 1.6 1.4 0 2.4.6 2.4 2 0 2-3.2 2.4-4.2 1',
  Bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  Italic: 'M10 5h7M7 19h7M14 5l-4 14',
  Underline: 'M7 4.500v6.500a5 5 0 0 0 10 0V4.500M5.5 20h13',
  Strike: 'M4.5 12h15M16.5 8c-.5-2-2.3-3-4.5-3-2.6 0-4.5 1.3-4.5 3.400M7.5 16c.5 2 2.3 3 4.6 3 2.7 0 4.6-1.3 4.6-3.5',
  Bullets: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  Numbers: 'M10 6h10M10 12h10M10 18h10M4 4.5 5.5 4v5M4 14.500c.3-1.2 2.5-1.2 2.5.2 0 1.2-2.5 2-2.5 3.800h2.7',
  Quote: 'M10 7H5.500v5H10V7c0 6-1.5 8.5-4 10M19 7h-4.500v5H19V7c0 6-1.5 8.5-4 10',
  Rule: 'M4 12h16M8 6.500h8M8 17.500h8',
  Link: 'M10 14a4 4 0 0 0 5.7 0l2.6-2.600a4 4 0 0 0-5.7-5.700l-1 1M14 10a4 4 0 0 0-5.7 0l-2.6 2.600a4 4 0 0 0 5.7 5.700l1-1',
  Picture: 'M4.5 5h15v14h-15zM8.5 10.500a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM5 18l5-5 3 3 2.5-2.500L19 17',
  Table: 'M4.5 5h15v14h-15zM4.5 10h15M4.5 14.500h15M12 10v9',
  RowAfter: 'M4.5 5h15v8h-15zM12 5v8M12 16v5M9.5 18.500h5',
  RowDelete: 'M4.5 5h15v8h-15zM12 5v8M9.5 18.500h5',
  ColumnAfter: 'M5 4.500h8v15H5zM5 12h8M18.5 9.500v5M16 12h5',
  ColumnDelete: 'M5 4.500h8v15H5zM5 12h8M16 12h5',
  TableDelete: 'M4.5 5h15v14h-15zM4.5 10h15M9 12.500l6 5M15 12.500l-6 5',
  Plain: 'M6 5h13M12.5 5 10 19M7 19h6M15.5 14.500l5 5M20.5 14.500l-5 5',
}
