// The toolbar of the rich text editor. Arrow keys go from tool to tool, Tab leaves it.
import { firstItem } from '../../../manifest/expression/values/present'
import type { Editor } from '@tiptap/core'
import { useReducer, useEffect, useState, type KeyboardEvent } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import { editorTools, toolDrawings, type EditorTool, type EditorToolName } from './editorTools'
import styles from './richTextInput.module.css'

interface EditorToolbarProps {
  readonly editor: Editor
  /** Tools that need input before they act. */
  readonly openTool: (name: EditorToolName) => void
  readonly isLarge: boolean
  readonly setLarge: (large: boolean) => void
}

export function EditorToolbar({ editor, openTool, isLarge, setLarge }: EditorToolbarProps) {
  const { t } = useTranslator()
  useEachChange(editor)
  const [current, setCurrent] = useState<string>(firstItem(editorTools).name)
  const inTable = editor.isActive('table')
  const tools = editorTools.filter((tool) => !tool.inTable || inTable)
  const large = isLarge ? 'Smaller' : 'Larger'
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('form.textTools')} onKeyDown={goAlong}>
      {tools.map((tool) => (
        <Tool
          key={tool.name}
          name={tool.name}
          isFirst={tool.first === true}
          isOn={tool.isOn?.(editor)}
          isOff={tool.isOff?.(editor) === true}
          isStop={tool.name === current}
          focused={() => setCurrent(tool.name)}
          press={() => press(tool, editor, openTool)}
        />
      ))}
      <button
        type="button"
        className={styles.large}
        aria-label={t(`form.text${large}`)}
        title={t(`form.text${large}`)}
        onClick={() => setLarge(!isLarge)}
      >
        <Drawing path={isLarge ? smaller : larger} />
      </button>
    </div>
  )
}

const larger = 'M14 4.5h5.5V10M19.5 4.5 13 11M10 19.5H4.5V14M4.5 19.5 11 13'
const smaller = 'M13 5.5V11h5.5M13 11l6.5-6.5M11 18.5V13H5.5M11 13l-6.5 6.5'

function press(tool: EditorTool, editor: Editor, openTool: (name: EditorToolName) => void): void {
  if (tool.run) tool.run(editor)
  else openTool(tool.name)
}

/** Rerenders on each change of text or selection. */
function useEachChange(editor: Editor): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    editor.on('transaction', draw)
    return () => {
      editor.off('transaction', draw)
    }
  }, [editor])
}

interface ToolProps {
  readonly name: EditorToolName
  readonly isFirst: boolean
  readonly isOn: boolean | undefined
  readonly isOff: boolean
  readonly isStop: boolean
  readonly focused: () => void
  readonly press: () => void
}

function Tool({ name, isFirst, isOn, isOff, isStop, focused, press }: ToolProps) {
  const { t } = useTranslator()
  return (
    <button
      type="button"
      className={isFirst ? styles.first : undefined}
      title={t(`form.text${name}`)}
      aria-label={t(`form.text${name}`)}
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={focused}
      // Clicking a tool keeps the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={isOff ? undefined : press}
    >
      <Drawing path={toolDrawings[name]} />
    </button>
  )
}

const Drawing = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
    <path d={path} />
  </svg>
)

function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const tools = [...event.currentTarget.querySelectorAll('button')]
  const position = tools.indexOf(document.activeElement as HTMLButtonElement)
  tools[(position + step + tools.length) % tools.length]?.focus()
}
