// Below the entries of the command palette: why the chosen one cannot be run or opened.
import { Button } from 'antd'
import { useTranslator } from '../../../client/context/clientContext'
import { useRead } from '../../../client/data/queries'
import type { WhyAnswer, WhyRequest } from '../../../protocol/records/stepCalls'
import { Reasons } from '../../controls/refusal/Reasons'
import type { PaletteEntry } from './searchPalette'

interface PaletteReasonProps {
  readonly refused: PaletteEntry
  readonly why: WhyRequest
  readonly leadTo: (address: string) => void
}

export function PaletteReason({ refused: { title, address }, why, leadTo }: PaletteReasonProps) {
  const { t } = useTranslator()
  const { data, isError } = useRead<WhyAnswer>('/api/why', why, { entities: why.entity ? [why.entity] : [] })
  const conditions = data?.refused.flatMap((refused) => refused.conditions) ?? []
  const text = isError ? t('shell.searchFailed') : data ? t('shell.refusedNoLonger') : t('why.waiting')
  return (
    <section className="shell-find-reason" role="status" aria-live="polite">
      <strong>{t(why.number === undefined ? 'why.title' : 'why.titleOpen', { action: title })}</strong>
      {conditions.length > 0 ? <Reasons conditions={conditions} /> : <p>{text}</p>}
      {address !== undefined && (
        <Button type="link" size="small" onClick={() => leadTo(address)}>
          {t(why.id === undefined ? 'shell.openList' : 'shell.openRecord')}
        </Button>
      )}
    </section>
  )
}
