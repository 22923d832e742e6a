// One input of a form with its label, help and error. It is drawn again when its own value, fault or requiredness changes, and not for any other key.
import { raw } from '@formily/reactive'
import { observer } from '@formily/react'
import { useCallback, useEffect, useId, useRef } from 'react'
import { isEmpty } from '../../manifest/fields/definition'
import { useFormat, useWords } from '../../runtime/runtime'
import { cellText } from '../widgets/lines/cellText'
import { widgetOf } from '../widgets/widgets'
import { useSurroundings } from '../widgets/widget'
import type { LinesFacts } from '../widgets/widget'
import type { AskedField } from './askFields'
import { newsOf } from './formModel'
import { offeredCodes } from './offeredCodes'
import type { LivingForm } from './useFormModel'
import styles from './form.module.css'

/** Milliseconds; longer than a click takes. */
const afterClick = 250

export interface AskRowProps {
  readonly living: LivingForm
  readonly asked: AskedField
  readonly sums: ReadonlySet<string>
  readonly autoFocus?: boolean
}

export const AskRow = observer(function AskRow({ living, asked, sums, autoFocus }: AskRowProps) {
  const { model, offer } = living
  const words = useWords()
  const format = useFormat()
  const { dictionaries } = useSurroundings()
  const id = useId()
  const node = model.fieldOf(asked.name)
  const { field } = asked
  const onChange = useCallback((next: unknown) => void node.onInput(next), [node])
  const onBlur = useCallback(() => {
    // Nothing typed is no mistake yet. And a message that appears between pressing and releasing the mouse moves the button away from under it.
    if (!isEmpty(plain(node.value))) setTimeout(() => void node.onBlur(), afterClick)
  }, [node])
  const row = useRef<HTMLDivElement>(null)
  const shown = node.display === 'visible'
  const required = shown && model.required(asked)
  // The select of the control library writes what it is told on its frame as well, where it may not stand.
  useEffect(() => {
    row.current?.querySelector('input[role="combobox"]')?.setAttribute('aria-required', String(required))
  }, [required, shown])
  const lineOffer = useCallback<LinesFacts['offer']>(
    (column, line) => offer(`${asked.name}.${column.name}`, asked, line),
    [asked, offer],
  )
  if (!shown) return null

  const title = words.pick(field.title)
  const value: unknown = plain(node.value)
  const fault = node.selfErrors[0] as string | undefined
  const { latest, cells } = newsOf(node)
  const help =
    required && isEmpty(value) && model.leftToServer(asked)
      ? words.t('form.byDefault')
      : field.help
        ? words.pick(field.help)
        : null
  const lines: LinesFacts | undefined =
    field.type === 'lines'
      ? { read: model.world.read, world: model.world.world, cells, sums, offer: lineOffer, only: asked.cells }
      : undefined
  const describedBy = [help ? `${id}-help` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ') || undefined
  const Widget = widgetOf(field.type)
  return (
    <div ref={row} className={asked.wide ? styles.wide : styles.row} data-ask={asked.name}>
      <label htmlFor={id} className={styles.label}>
        {required && !node.readOnly ? (
          <span className={styles.star} aria-hidden>
            *
          </span>
        ) : null}
        {title}
      </label>
      {node.readOnly && field.type !== 'lines' && field.type !== 'files' ? (
        <div id={id} className={styles.fixed}>
          {isEmpty(value) ? '—' : cellText(value, field, dictionaries, words, format)}
        </div>
      ) : (
        <Widget
          id={id}
          field={field}
          value={value}
          onChange={onChange}
          onBlur={field.type === 'lines' ? undefined : onBlur}
          disabled={node.readOnly}
          invalid={fault !== undefined}
          required={required}
          describedBy={describedBy}
          label={title}
          autoFocus={autoFocus}
          allowed={
            field.type === 'choice' && asked.options
              ? allowed(offeredCodes(asked.options, dictionaries[field.dictionary ?? ''], model.world))
              : undefined
          }
          offer={field.type === 'ref' ? offer(asked.name, asked) : undefined}
          lines={lines}
        />
      )}
      {help ? (
        <div id={`${id}-help`} className={styles.help}>
          {help}
        </div>
      ) : null}
      {latest !== undefined ? (
        <div className={styles.latest}>
          {words.t('form.changedMeanwhile', { value: cellText(latest, field, dictionaries, words, format) || '—' })}
        </div>
      ) : null}
      {fault && !cells ? (
        <div id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </div>
      ) : null}
    </div>
  )
})

const allowed =
  (codes: readonly string[]) =>
  (code: string): boolean =>
    codes.includes(code)

function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? raw(value) : value
}
