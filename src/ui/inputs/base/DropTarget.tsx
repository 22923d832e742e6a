// An area that accepts dropped files, highlighted while one is dragged over it.
import { useState, type DragEvent, type ReactNode } from 'react'
import styles from './dropTarget.module.css'

interface DropTargetProps {
  readonly className?: string | undefined
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** Draws its children in an area; `onFiles` gets all dropped files, of any type and number. */
export function DropTarget({ className = '', onFiles, children }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false)
  const hold = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(true)
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent): void => {
    // Moving over an inner element is not leaving the area.
    if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className={`${className} ${styles.target}`}
      data-over={isOver || undefined}
      onDragOver={hold}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
