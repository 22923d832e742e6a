// A page for a missing or forbidden address: the reason and the next steps, from its manifest.
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { useRead } from '../../../client/data/queries'
import type { WhyAnswer } from '../../../protocol/records/stepCalls'
import { Reasons } from './Reasons'

const pages = {
  missing: { code: '404', block: 'notFound' },
  forbidden: { code: '401', block: 'noPermission' },
} as const

interface FullPageProps {
  readonly kind: keyof typeof pages
  /** The server's reason, which replaces the manifest's. */
  readonly text?: string
  /** The address that was refused. */
  readonly screen?: string
}

/**
 * Draws the texts and links of the page's manifest; `text` replaces its reason, and for a forbidden `screen` the
 * missing conditions are read and listed.
 */
export function FullPage({ kind, text, screen: refused }: FullPageProps) {
  const { entry } = useRuntime()
  const { pick } = useTranslator()
  const navigate = useNavigate()
  const { code, block: name } = pages[kind]
  const block = entry.pageBlocks[name]
  const links = block?.links ?? []
  const why = useRead<WhyAnswer>('/api/why', { screen: refused }, { entities: [], enabled: refused !== undefined })
  const conditions = why.data?.refused.flatMap((one) => one.conditions) ?? []
  const reason = text || (block?.text && pick(block.text))
  return (
    <div className="shell-full">
      {block?.image ? <img src={block.image} alt="" height={96} /> : null}
      <p className="shell-full-code" aria-hidden="true">
        {code}
      </p>
      {block?.title ? <h1>{pick(block.title)}</h1> : null}
      {reason ? <p>{reason}</p> : null}
      {conditions.length > 0 && <Reasons conditions={conditions} />}
      <div className="shell-full-ways">
        {links.map(({ title, screen }, index) => (
          <Button
            key={index}
            type={index === links.length - 1 ? 'primary' : 'default'}
            onClick={() => void (screen === undefined ? navigate(-1) : navigate(screen, { replace: true }))}
          >
            {pick(title)}
          </Button>
        ))}
      </div>
    </div>
  )
}
