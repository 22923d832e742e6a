// Draws an entry of the manual; links lead to other entries.
import { Fragment, useMemo } from 'react'
import { Icon, iconOf } from '../../../controls/icons'
import { markdownBlocks, markdownSpans, type ManualBlock } from './markdown'
import styles from './manual.module.css'

interface ManualTextProps {
  readonly title: string
  readonly text: string
  /** Goes to an entry; absent where there is none of that name. */
  readonly follow: (target: string) => (() => void) | undefined
}

export function ManualText({ title, text, follow }: ManualTextProps) {
  const blocks = useMemo(() => markdownBlocks(text), [text])
  return (
    <div className={styles.text}>
      {blocks.map((block, index) => (
        <Block key={index} block={block} title={title} follow={follow} />
      ))}
    </div>
  )
}

type BlockProps = Pick<ManualTextProps, 'title' | 'follow'> & { readonly block: ManualBlock }

function Block({ block, title, follow }: BlockProps) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Spans text={block.text} follow={follow} />
        </p>
      )
    case 'code':
      return (
        <pre tabIndex={0} role="group" aria-label={title}>
          {block.text}
        </pre>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            <li key={index}>
              <Spans text={item} follow={follow} />
            </li>
          ))}
        </ul>
      )
    case 'table':
      return (
        <div className={styles.scroll} tabIndex={0} role="group" aria-label={title}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell) => (
                  <th key={cell} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>
                      <Spans text={cell} follow={follow} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
  }
}

function Spans({ text, follow }: Pick<ManualTextProps, 'text' | 'follow'>) {
  return markdownSpans(text).map((span, index) => {
    if (span.kind === 'code') return <code key={index}>{span.text}</code>
    if (span.kind === 'strong') return <strong key={index}>{span.text}</strong>
    if (span.kind === 'icon') return <Icon key={index} name={iconOf(span.text)} size={24} />
    const go = span.kind === 'link' ? follow(span.target) : undefined
    if (go === undefined) return <Fragment key={index}>{span.text}</Fragment>
    return (
      <button key={index} type="button" className={styles.link} onClick={go}>
        {span.text}
      </button>
    )
  })
}
