// The button of the filter panel, with the number of conditions.
// On a phone the panel fills the window.
import { lazy, Suspense, useState } from 'react'
import type { ScreenAnswer } from '../../../../../protocol/screenCalls'
import { useTranslator } from '../../../../../client/context/clientContext'
import { IconButton } from '../../../../controls/IconButton'
import { IconPopover } from '../../../../controls/menu/IconPopover'
import { useNarrow } from '../../../../controls/hooks/useMedia'
import type { RenderContext } from '../../../../values/renderContext'
import type { ListAddress } from '../../data/useListAddress'

const FilterPanel = lazy(() => import('./FilterPanel'))
const FilterDialog = lazy(() => import('./FilterDialog'))

interface FilterButtonProps {
  readonly answer: ScreenAnswer
  readonly context: RenderContext
  readonly address: ListAddress
}

/** Draws the button; nothing for accounts that may not open the records. */
export function FilterButton({ answer, context, address: { state, set } }: FilterButtonProps) {
  const { t } = useTranslator()
  const narrow = useNarrow(640)
  const [open, setOpen] = useState(false)
  const entity = answer.entities[answer.screen.entity ?? '']
  // A user who may not open the records may only filter by shown fields.
  if (!entity || !context.canOpen(entity.name)) return null
  const panel = (close: () => void) => (
    <FilterPanel
      entity={entity}
      manifests={answer}
      canOpen={context.canOpen}
      screen={answer.screen.path}
      conditions={state.conditions}
      onChange={(conditions) => {
        set({ conditions })
        close()
      }}
    />
  )
  const text = state.conditions && String(state.conditions.leaves.length)
  const label = t('condition.title')
  if (!narrow)
    return (
      <IconPopover icon="filter" label={label} text={text}>
        {panel}
      </IconPopover>
    )
  const close = () => setOpen(false)
  return (
    <>
      <IconButton icon="filter" label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text}
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <FilterDialog title={label} onClose={close}>
            {panel(close)}
          </FilterDialog>
        </Suspense>
      )}
    </>
  )
}
