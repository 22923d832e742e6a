// Picture, title, text and links of a page without a session, from its manifest.
import type { PageLink, PageResult } from '../../../manifest/model/block'
import { useTranslator } from '../../../client/context/clientContext'
import styles from '../signIn.module.css'

interface PanelHeadProps {
  readonly image?: string
  readonly title: string
  /** Replaces the manifest's text, for example by the server's reason. */
  readonly text?: string
  readonly id?: string
}

/** Draws the title, and a picture and a text only if the manifest has them. `id` lets a form name its heading. */
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

/** `prominent`: the last link looks like a form's button, for a page without a form. */
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

/** The result of a page. */
export function ResultPanel({ image, result, text }: ResultPanelProps) {
  const { pick } = useTranslator()
  return (
    <div className={styles.panel} role="status">
      <PanelHead image={image} title={pick(result.title)} text={text ?? (result.text && pick(result.text))} />
      <PanelLinks prominent links={result.links ?? []} />
    </div>
  )
}
