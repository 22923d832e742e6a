// Buttons for lines as a whole: add one, import many from a file.
import { Button } from 'antd'
import { lazy, memo, Suspense, useCallback, useState } from 'react'
import type { Field } from '../../../manifest/model/field'
import { useTranslator } from '../../../client/context/clientContext'
import { valueError } from '../../rules/fieldError'
import { Icon } from '../../controls/icons'
import { useInputContext } from '../base/inputContext'
import styles from './lines.module.css'
import type { NameRecord } from './editing/useLinePaste'
import type { LineContext, Lines } from './editing/useLines'

const ImportDialog = lazy(() => import('./importing/ImportDialog'))

interface LinesFootProps {
  readonly field: Field
  readonly lines: Lines
  readonly context: LineContext
  readonly maxLines: number
  readonly nameRecord: NameRecord
}

export function LinesFoot({ field, lines, context, maxLines, nameRecord }: LinesFootProps) {
  const translator = useTranslator()
  const { t } = translator
  const { dictionaries, zone } = useInputContext()
  const [importing, setImporting] = useState(false)
  const open = useCallback(() => setImporting(true), [])
  const { filled, grow, fresh, add } = lines
  const fills = context.only !== undefined
  const rows = filled()
  return (
    <>
      <div className={styles.foot}>
        {fills ? null : <AddLine isFull={rows.length >= maxLines} add={add} />}
        <ImportLines isFull={!fills && rows.length >= maxLines} open={open} />
        <span className={styles.hint}>{t('form.pasteHint')}</span>
      </div>
      {importing ? (
        <Suspense fallback={null}>
          <ImportDialog
            context={{
              field,
              dictionaries,
              zone,
              translator,
              evaluationContext: context.evaluationContext,
              fresh,
              find: nameRecord,
              check: (lines) =>
                valueError(lines, field, {
                  dictionaries,
                  translator: () => translator,
                  required: false,
                  read: context.read,
                  evaluationContext: context.evaluationContext,
                })?.cells ?? {},
            }}
            present={rows}
            exchange={context.exchange}
            fills={fills}
            maxLines={maxLines}
            close={() => setImporting(false)}
            take={(lines, replace) => grow(replace ? lines : [...filled(), ...lines])}
          />
        </Suspense>
      ) : null}
    </>
  )
}

// A button of the library costs more than a cell: neither is drawn again while cells change.
const AddLine = memo(function AddLine({ isFull, add }: { isFull: boolean; add: Lines['add'] }) {
  const { t } = useTranslator()
  return (
    <Button size="small" type="dashed" icon={<Icon name="plus" size={14} />} disabled={isFull} onClick={() => add()}>
      {t('form.addLine')}
    </Button>
  )
})

const ImportLines = memo(function ImportLines({ isFull, open }: { isFull: boolean; open: () => void }) {
  const { t } = useTranslator()
  return (
    <Button size="small" type="text" disabled={isFull} onClick={open}>
      {t('form.importLines')}
    </Button>
  )
})
