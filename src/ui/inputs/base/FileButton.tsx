// A button that lets the user choose one file.
import { Button, type ButtonProps } from 'antd'
import { useRef } from 'react'

interface FileButtonProps extends Pick<ButtonProps, 'type'> {
  /** Endings, as the `accept` of an input. */
  readonly accept: string
  readonly label: string
  readonly busy: boolean
  readonly onFile: (file: File) => void
}

/** Draws a button; `onFile` does not run if the user cancels. `accept` only filters what the browser offers. */
export function FileButton({ accept, label, busy, onFile, type }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Reset, so that the same file can be chosen again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button type={type} loading={busy} onClick={() => chooser.current?.click()}>
        {label}
      </Button>
    </>
  )
}
