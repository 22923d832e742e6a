// A reference, found on the server by text (number, name, pinyin) and shown by label and sublabel.
// The options depend on the rest of the form, so they are reread whenever the list opens.
import { Select, Spin } from 'antd'
import { useId, type ReactNode } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import type { OptionsAnswer, RefValue } from '../../../protocol/calls'
import { isComposing } from '../../controls/menu/composing'
import styles from '../base/inputs.module.css'
import { hasOptionNotes, OptionNotes } from '../base/OptionNotes'
import { selectProps } from '../base/selectProps'
import { useInputContext, type InputProps } from '../base/inputContext'
import { useCreation } from '../base/useCreation'
import { creationLabel, creationId, shownOptions } from '../../controls/menu/shownOptions'
import { useOnlyOption } from '../base/useOnlyOption'
import { useFoundOptions } from '../base/useFoundOptions'
import { useTypedOption } from '../base/useTypedOption'

/** Draws a searchable select with notes on what is not offered; the value is id and label. */
export function ReferenceInput(props: InputProps<RefValue>) {
  const { value, compact, describedBy } = props
  const { t } = useTranslator()
  const notesId = useId()
  const { typed, options, count, hasMore, notes, fresh, failed, creation, others, choose, changeOpen } =
    useReferenceOptions(props)
  const isOnly = useOnlyOption(props)
  const unusual = value && others.find(({ id }) => id === value.id)
  return (
    <>
      <Select
        {...selectProps(
          { ...props, describedBy: notes ? `${notesId} ${describedBy ?? ''}` : describedBy },
          typed.unmatched,
        )}
        labelInValue
        // undefined would leave the choice to the control, which would then show the entry that opens a form.
        value={value ? { value: value.id, label: value.label } : null}
        onChange={choose}
        options={options}
        optionRender={({ data: { label, hint } }) => (
          <span className={styles.option}>
            <span>{label}</span>
            {hint ? <small>{hint}</small> : null}
          </span>
        )}
        popupRender={(menu) => (
          <>
            {fresh && count === 0 && options.length > 0 ? (
              <div className={styles.noneOffered}>{t('form.noMatch')}</div>
            ) : null}
            {menu}
            {hasMore ? <div className={styles.moreOptions}>{t('form.moreMatches')}</div> : null}
            {notes ? <OptionNotes id={notesId} answer={notes} /> : null}
          </>
        )}
        showSearch
        filterOption={false}
        {...typed.handlers}
        onOpenChange={changeOpen}
        onInputKeyDown={(event) => {
          // Only Enter and a click open a form; Tab leaves.
          const isCreation = event.currentTarget.getAttribute('aria-activedescendant')?.endsWith(`_list_${count}`)
          typed.onKey(event, fresh && !isCreation ? count : undefined)
          // The highlighted option belongs to the former words: Enter waits for the answer.
          if (fresh || isComposing(event.nativeEvent) || event.key !== 'Enter' || typed.words === '') return
          event.stopPropagation()
          event.preventDefault()
        }}
        placeholder={compact ? undefined : t('form.pickSearch')}
        notFoundContent={<NoOptions failed={failed} fresh={fresh} />}
        popupMatchSelectWidth={compact ? 240 : true}
      />
      {typed.note ??
        creation.note ??
        ((unusual || isOnly) && (
          <div role="status" className={styles.hint}>
            {unusual ? t('form.notFirstOption', { label: unusual.label }) : t('form.onlyOption')}
          </div>
        ))}
    </>
  )
}

/** The records that the server offers for the typed text; `fresh`: as of this opening of the list. */
function useReferenceOptions(props: InputProps<RefValue>) {
  const { optionSource, compact, autoFocus, onBlur } = props
  const { t } = useTranslator()
  const change = useNotedChoice(props)
  // In a cell of a line the list opens on mount, without an open event.
  const opensAtOnce = Boolean(compact && autoFocus)
  const typed = useTypedOption({
    key: optionSource?.key ?? '',
    opensAtOnce,
    optionsFor: async (searchText) =>
      (await optionSource?.find(searchText, new AbortController().signal))?.options ?? [],
    labelOf: ({ label }) => label,
    take: ({ id, label }) => change({ id, label }),
    // The form of a new record takes the focus from an input that goes on.
    onBlur: () => (creation.isOpen.current ? undefined : onBlur?.()),
  })
  const { words: searchText } = typed
  const creation = useCreation({ optionSource, take: change, giveUp: typed.giveBack, focus: typed.focus })
  const { answer, fresh, failed, setOpen } = useFoundOptions(optionSource, searchText, opensAtOnce)
  const begins = creation.canCreate ? answer?.creation : undefined
  const offered: OptionsAnswer = answer ?? { options: [], more: false }
  return {
    typed,
    options: shownOptions(
      t,
      searchText === '' ? offered : { options: offered.options },
      begins && { label: creationLabel(t, begins, searchText), disabled: !fresh },
    ),
    count: offered.options.length,
    hasMore: fresh && answer?.more === true,
    notes: fresh && answer && hasOptionNotes(answer) ? answer : undefined,
    fresh,
    failed,
    creation,
    /** Where one kind is nearly always meant: what is offered beside it. */
    others: props.field.optionsFirstWhere
      ? [...offered.options, ...(offered.recent ?? [])].filter(({ first }) => !first)
      : [],
    choose: (choice: { readonly value: number; readonly label: ReactNode } | undefined): void => {
      creation.forgetNote()
      if (choice?.value === creationId && begins) void creation.begin(begins, searchText)
      else change(choice ? { id: choice.value, label: String(choice.label) } : null)
    },
    changeOpen: (next: boolean): void => {
      typed.handlers.onOpenChange(next)
      setOpen(next)
    },
  }
}

/** Changes the value, and notes a record as chosen by hand. */
function useNotedChoice({ id, field, onChange }: InputProps<RefValue>) {
  const { chosen } = useInputContext()
  return (value: RefValue | null): void => {
    if (value && field.entity !== undefined) chosen.set(id, { entity: field.entity, id: value.id })
    else chosen.delete(id)
    onChange(value)
  }
}

function NoOptions({ failed, fresh }: { failed: boolean; fresh: boolean }) {
  const { t } = useTranslator()
  if (failed) return t('form.optionsFailed')
  if (fresh) return t('form.noMatch')
  return (
    <span className={styles.searching}>
      <Spin size="small" /> {t('form.searching')}
    </span>
  )
}
