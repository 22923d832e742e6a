// A page for a missing or forbidden address: the reason and the next steps, from its manifest.
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useRuntime, useTranslator } from '../../client/context/clientContext'

const pages = {
  missing: { code: '404', block: 'notFound' },
  forbidden: { code: '401', block: 'noPermission' },
} as const

/** `text`: the reason of the server, in place of that of the manifest. */
export function FullPage({ kind, text }: { kind: keyof typeof pages; text?: string }) {
  const { entry } = useRuntime()
  const { pick } = useTranslator()
  const navigate = useNavigate()
  const { code, block: name } = pages[kind]
  const block = entry.pageBlocks[name]
  const links = block?.links ?? []
  const reason = text || (block?.text && pick(block.text))
  return (
    <div className="shell-full">
      {block?.image ? <img src={block.image} alt="" height={96} /> : null}
      <p className="shell-full-code" aria-hidden="true">
        {code}
      </p>
      {block?.title ? <h1>{pick(block.title)}</h1> : null}
      {reason ? <p>{reason}</p> : null}
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
