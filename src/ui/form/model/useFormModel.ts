// Creates a form on a page: its model, its draft and the context of its inputs.
// It survives changes of the manifests while the user types.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Section } from '../../../manifest/model/detail'
import type { Field } from '../../../manifest/model/field'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import type { LineValue, OptionsAnswer, OptionsRequest, RecordData } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { useLineSheets } from '../../../client/data/lineSheets'
import { useFiles } from '../../../client/data/fileTransfer'
import { entitiesOfOptions } from '../../rules/entitiesShown'
import { recentOptionsOf, type ChosenRecord } from '../../../client/context/recentOptions'
import { useProduct, useRuntime, useSession, useTranslator } from '../../../client/context/clientContext'
import type { LinesExchange, OptionSource, UnsettledInput, InputContextValue } from '../../inputs/base/inputContext'
import type { FormFieldModel } from './formField'
import type { AttemptStore } from '../../../client/data/idempotentAttempt'
import { attemptsOf, createDraftWriter, draftKey, readDraft, useWriteOnLeave, type DraftWriter } from './draft'
import { createFormModel, type FormModel } from './formModel'
import { setFormilyLanguage } from './formilyLanguage'
import type { Values } from './formValues'
import { useToday } from '../../controls/hooks/useNow'
import { useReferences, useRuleScope } from './useRuleData'

interface FormRequest {
  readonly entity: string
  readonly transition: string
  readonly answer: EntityAnswer
  readonly sections?: readonly Section[]
  readonly record?: RecordData
  readonly fill?: Values
  /** Distinguishes forms of one transition at one address. */
  readonly place?: string
  /** Stores no draft: it would contain secrets or reappear for other records. */
  readonly withoutDraft?: boolean
}

export interface FormSession {
  readonly model: FormModel
  readonly inputContext: InputContextValue
  /** The options of a reference: a field, an input, or a field of lines as lines.field. */
  readonly optionSource: (field: string, formField: FormFieldModel, line?: Values) => OptionSource
  /** Export of lines to a spreadsheet, and their import. */
  readonly exchange: (field: string) => LinesExchange
  /** Whether the form was restored from a draft. */
  readonly restored: boolean
  /** Incremented when the form starts over. */
  readonly generation: number
  /** Deletes the draft; the form keeps its values. */
  readonly forgetDraft: () => void
  /** Empties the form. */
  readonly startAnew: () => void
  /** The store of submissions with unknown outcome; absent for a form without drafts. */
  readonly attempts: AttemptStore | undefined
}

/** The session of one form; it restores the draft unless `withoutDraft` is set, and writes it when the page is left. */
export function useFormModel(request: FormRequest): FormSession {
  const { entity, answer, record, withoutDraft = false } = request
  const { language } = useTranslator()
  const draft = useFormDraft(request)
  const { key, generation, draftWrites, startAnew } = draft
  const requestOptions = useOptionsCall(request)
  const [model, restored] = useRestoredModel(request, draft, requestOptions)
  const inputContext = useInputContextValue(entity, answer, record)
  const runtime = useRuntime()

  useEffect(() => setFormilyLanguage(language), [language])
  useWriteOnLeave(model.draft, draftWrites)

  const optionSource = useCallback(
    (field: string, formField: FormFieldModel, line?: Values): OptionSource => ({
      key:
        [...formField.dependsOn, ...Object.values(formField.columnsDependOn).flat()]
          .map((name) => JSON.stringify(model.form.values[name] ?? null))
          .join('|') + (line ? JSON.stringify(line) : ''),
      narrowed: formField.dependsOn.some((name) => !isEmpty(model.form.values[name])),
      // Created lazily: every render of an input creates one, but only an open list reads it.
      get entities() {
        return entitiesOfOptions(optionField(field, formField), answer.entities)
      },
      find: (text, signal) => {
        const recent = text === '' ? recentOptionsOf(runtime, optionField(field, formField).entity) : []
        const asked = { field, input: inputOf(model), words: text || undefined }
        return requestOptions({ ...asked, ...(recent.length > 0 && { recent }) }, signal)
      },
      optionOf: async (id, signal) =>
        (await requestOptions({ field, ids: [id], input: inputOf(model) }, signal)).options.find(
          (option) => option.id === id,
        ),
      // `requestOptions` is stable for the same model.
    }),
    [model, answer.entities],
  )
  const exchange = useLinesExchange(request, model)
  const { drafts } = runtime
  const attempts = useMemo(() => (withoutDraft ? undefined : attemptsOf(key, drafts)), [key, drafts, withoutDraft])
  return useMemo(
    () => ({
      model,
      inputContext,
      optionSource,
      exchange,
      restored,
      generation,
      startAnew,
      attempts,
      forgetDraft: draftWrites.forget,
    }),
    [model, inputContext, optionSource, exchange, restored, generation, draftWrites, startAnew, attempts],
  )
}

/** The reference that offers options: a form field with its rule, or a column of lines. */
function optionField(name: string, { field, optionsWhere }: FormFieldModel): Field {
  const [, column] = name.split('.')
  return (column && field.fields?.[column]) || { ...field, ...(optionsWhere && { optionsWhere }) }
}

function useLinesExchange(
  { entity, transition, answer, record }: FormRequest,
  model: FormModel,
): FormSession['exchange'] {
  const sheets = useLineSheets()
  const creates = answer.entities[entity]?.transitions[transition]?.creates
  const id = creates ? undefined : record?.id
  return useCallback(
    (field) => {
      // Without the lines, which the sheet or the file contains.
      const formOf = () => ({
        entity,
        transition,
        field,
        ...(id !== undefined && { id }),
        input: { ...inputOf(model), [field]: undefined },
      })
      return {
        take: (lines) => sheets.take({ ...formOf(), lines: lines as readonly LineValue[] }),
        read: (file) => sheets.read(formOf(), file),
      }
    },
    [entity, transition, id, model, sheets],
  )
}

type OptionsCall = (
  request: Omit<OptionsRequest, 'entity' | 'transition' | 'id'>,
  signal?: AbortSignal,
) => Promise<OptionsAnswer>

/** The call for the options of the form's references. */
function useOptionsCall({ entity, transition, answer, record }: FormRequest): OptionsCall {
  const { client } = useRuntime()
  const creates = answer.entities[entity]?.transitions[transition]?.creates
  return (request, signal) =>
    client.post<OptionsAnswer>(
      '/api/options',
      { entity, transition, ...(creates || !record ? {} : { id: record.id }), ...request },
      { quiet: true, signal },
    )
}

/** The key of the form's draft; restarting the form begins a new generation. */
interface DraftHandle {
  readonly key: string
  readonly generation: number
  readonly draftWrites: DraftWriter
  readonly startAnew: () => void
}

function useFormDraft({ entity, transition, record, place, withoutDraft = false }: FormRequest): DraftHandle {
  const account = useSession((state) => state.boot?.account.id ?? 0)
  const { pathname } = useLocation()
  const [generation, setGeneration] = useState(0)
  const key = draftKey(
    account,
    pathname,
    `${entity}.${transition}${place ? `.${place}` : ''}${record ? `.${record.id}` : ''}`,
  )
  const draftWrites = useDraftWrites(key, withoutDraft)
  const startAnew = useCallback((): void => {
    draftWrites.forget()
    setGeneration((count) => count + 1)
  }, [draftWrites])
  return { key, generation, draftWrites, startAnew }
}

/** The model, and whether it was restored from a draft. */
function useRestoredModel(
  { entity, transition, answer, sections, record, fill, withoutDraft }: FormRequest,
  { key, generation, draftWrites }: DraftHandle,
  requestOptions: OptionsCall,
): readonly [FormModel, boolean] {
  const { drafts, translator } = useRuntime()
  const rulesAt = useRuleScope(answer.settings)
  // A form may be open for days: its defaults and checks are those of the present one.
  const today = useToday()
  const referenced = useReferences()
  const former = useRef<{ generation: number; model: FormModel } | null>(null)
  const described = answer.entities[entity]
  const change = described?.transitions[transition]
  if (!described || !change) throw new Error(`There is no ${entity}.${transition} here.`)
  return useMemo(() => {
    // Current input takes precedence over the stored draft; a cleared form starts empty.
    const formModel = former.current?.generation === generation ? former.current.model : null
    const stored = generation === 0 && !withoutDraft ? readDraft(key, drafts) : null
    const draft = formModel ? formModel.draft() : stored
    const created = createFormModel({
      ...rulesAt(new Date()),
      entity: described,
      entities: answer.entities,
      transition: change,
      sections,
      // The form may use a later model by then.
      record: change.creates ? undefined : formModel ? formModel.record : record,
      fill,
      draft,
      translator,
      referenced,
      dictionaries: answer.dictionaries,
      label: async (field, id) =>
        (await requestOptions({ field: field.name, ids: [id], input: {} })).options.find((option) => option.id === id)
          ?.label,
      changed: () => draftWrites.schedule(created.draft),
    })
    former.current = { generation, model: created }
    return [created, formModel === null && draft !== null && draft.touched.length > 0] as const
    // `record`, `fill` and the others belong to the intention: another intention mounts another component.
  }, [described, change, answer.dictionaries, rulesAt, today, generation, key])
}

/** The current input without unfinished values, which would only invalidate the request. */
function inputOf(model: FormModel): Values {
  return Object.fromEntries(Object.entries(model.values()).filter(([, value]) => !isEmpty(value)))
}

/** Writes the draft of a form during typing, and at the latest when the page closes. */
function useDraftWrites(key: string, withoutDraft: boolean): DraftWriter {
  const { drafts } = useRuntime()
  return useMemo(() => createDraftWriter(key, withoutDraft ? null : drafts), [key, drafts, withoutDraft])
}

/** The context of inputs besides their field. */
function useInputContextValue(entity: string, answer: EntityAnswer, record: RecordData | undefined): InputContextValue {
  const { timezone } = useProduct()
  const files = useFiles()
  const fileBytes = useSession((state) => state.boot?.uploadBytes)
  // One for the whole life of the form, so that rereading the record ends no upload.
  const [uploading] = useState((): InputContextValue['uploading'] => new Map())
  const [unsettled] = useState(() => new Set<UnsettledInput>())
  const [chosen] = useState(() => new Map<string, ChosenRecord>())
  return useMemo(
    (): InputContextValue => ({
      dictionaries: answer.dictionaries,
      zone: timezone,
      fileBytes,
      uploading,
      unsettled,
      chosen,
      upload: files.upload,
      giveUp: files.giveUp,
      carrierOf: (file) =>
        record &&
        Object.values(record.values).some(
          (value) => Array.isArray(value) && value.some((item) => (item as { id?: unknown }).id === file.id),
        )
          ? { entity, record: record.id }
          : undefined,
    }),
    [answer.dictionaries, timezone, fileBytes, files, entity, record, uploading, unsettled, chosen],
  )
}
