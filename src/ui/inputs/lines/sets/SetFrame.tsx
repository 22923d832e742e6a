// The group around a set of checkboxes for lines, with the errors of its cells below.
import type { ReactNode } from 'react'
import type { InputProps } from '../../base/inputContext'
import type { Line } from '../../lineModel/editLines'
import styles from './codeSet.module.css'

type GivenProps = Pick<InputProps<readonly Line[]>, 'id' | 'invalid' | 'describedBy' | 'onBlur' | 'lines' | 'label'>
interface SetFrameProps extends GivenProps {
  readonly children: ReactNode
}

export function SetFrame({ id, invalid, describedBy, onBlur, label, lines: context, children }: SetFrameProps) {
  const wrong = [...new Set(Object.values(context?.cells ?? {}))]
  return (
    <div
      id={id}
      className={invalid || wrong.length > 0 ? `${styles.set} ${styles.setWrong}` : styles.set}
      role="group"
      tabIndex={-1}
      aria-label={label}
      aria-describedby={describedBy}
      onBlur={onBlur}
    >
      {children}
      {wrong.length > 0 ? (
        <ul className={styles.errors}>
          {wrong.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
