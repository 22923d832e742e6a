// Buttons that lead to the next record waiting for the same: run and continue, or skip.
import { Button } from 'antd'
import { useTranslator } from '../../../client/context/clientContext'

interface NextButtonsProps {
  readonly title: string
  readonly danger: boolean
  readonly busy: boolean
  /** Absent: no other record waits. */
  readonly onNext: (() => void) | undefined
  /** Whether it ran. */
  readonly run: () => Promise<boolean>
}

export function NextButtons({ title, danger, busy, onNext, run }: NextButtonsProps) {
  const { t } = useTranslator()
  if (!onNext) return null
  return (
    <>
      <Button disabled={busy} onClick={onNext}>
        {t('form.skip')}
      </Button>
      <Button
        danger={danger}
        loading={busy}
        onClick={() =>
          void run().then((done) => {
            if (done) onNext()
          })
        }
      >
        {t('form.andNext', { action: title })}
      </Button>
    </>
  )
}
