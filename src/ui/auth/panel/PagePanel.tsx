// Picture, title, text and links of a page without a session, as in its manifest.
import type { PageLink, PageResult } from '../../../manifest/model/block'
import { useTranslator } from '../../../client/context/clientContext'
import styles from '../signIn.module.css'

interface PanelHeadProps {
  readonly image?: string
  readonly title: string
  /** In place of the manifest's, such as the reason of the server. */
  readonly text?: string
  readonly id?: string
}

export function PanelHead({ image, title, text, id }: PanelHeadProps) {
  return (
    <>
      {image ? <img src={image} alt="" height={48} /> : null}
      <h1 className={styles.title} id={id}>
        {title}
      </h1>
      {text ? <p className={styles.lead}>{text}</p> : null}
    </>
  )
}

/** `prominent`: the last one looks like the button of a form, for a page without one. */
export function PanelLinks({ links, prominent = false }: { links: readonly PageLink[]; prominent?: boolean }) {
  const { pick } = useTranslator()
  return links.map(({ title, screen }, index) => (
    <a
      key={index}
      className={prominent && index === links.length - 1 ? styles.submit : styles.forgot}
      href={screen ?? ''}
      onClick={(event) => {
        if (screen !== undefined) return
        event.preventDefault()
        window.history.back()
      }}
    >
      {pick(title)}
    </a>
  ))
}

interface ResultPanelProps {
  readonly image?: string
  readonly result: PageResult
  readonly text?: string
}

/** How the work of a page ended. */
export function ResultPanel({ image, result, text }: ResultPanelProps) {
  const { pick } = useTranslator()
  return (
    <div className={styles.panel} role="status">
      <PanelHead image={image} title={pick(result.title)} text={text ?? (result.text && pick(result.text))} />
      <PanelLinks prominent links={result.links ?? []} />
    </div>
  )
}
