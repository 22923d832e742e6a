// State of the import in the wizard; closing the wizard pauses it, reopening resumes it.
import { useEffect, useRef, useState, type RefObject } from 'react'
import type {
  ColumnMatches,
  MatchedHeadings,
  ImportState,
  OverwrittenCells,
} from '../../protocol/exchange/exchangeCalls'
import { CallError } from '../../client/feedback/callError'
import { usePreference } from '../../client/context/preferences'
import { useImports } from '../../client/data/imports'
import { useBusyCall } from '../controls/hooks/useBusyCall'
import { noneOverwritten } from './contestedCells'

/** Contested cells that get the file's value, and rows to write although an earlier import added them. */
interface ImportChoices {
  readonly overwrite: OverwrittenCells
  readonly again: readonly number[]
}

const noChoices: ImportChoices = { overwrite: noneOverwritten, again: [] }

export interface ImportProgress {
  readonly state: ImportState | null
  /** An interrupted import, or one still waiting for its user. */
  readonly unfinished: ImportState | null
  readonly choices: ImportChoices
  readonly setChoices: (choices: ImportChoices) => void
  readonly busy: boolean
  readonly error: string
  /** Reads the earlier imports again; absent unless that failed. */
  readonly readEarlier: (() => void) | undefined
  readonly begin: (file: File) => Promise<void>
  /** The fields of the file's columns, once it was read in this wizard. */
  readonly matching: MatchedHeadings | null
  /** Compares the file again with the user's column matching, and remembers it. */
  readonly matchColumns: (columns: ColumnMatches) => Promise<void>
  readonly resume: (unfinished: ImportState) => Promise<void>
  readonly confirm: (state: ImportState) => Promise<void>
  readonly discard: (state: ImportState) => Promise<void>
  /** The last finished imports of this screen. */
  readonly receipts: readonly ImportState[]
  /** Shows the outcome of an import's rows. */
  readonly show: (ended: ImportState) => void
  readonly takeBack: (done: ImportState) => Promise<void>
  readonly outcome: (state: ImportState) => Promise<void>
}

/** Maximum remembered headings of a list; the server accepts no more at once. */
const maxRemembered = 200

export function useImport(screen: string): ImportProgress {
  const imports = useImports()
  const [state, setState] = useState<ImportState | null>(null)
  const hasBegun = useRef(false)
  const { unfinished, setUnfinished, receipts, ...earlier } = useEarlierImports(screen, hasBegun)
  const [choices, setChoices] = useState(noChoices)
  const columns = useColumns(screen)
  const { busy, error, guarded } = useGuarded()
  const control = useRef(new AbortController())

  useEffect(() => {
    const mine = (control.current = new AbortController())
    return () => mine.abort()
  }, [imports, screen])
  const goOn = (start: () => Promise<ImportState>): Promise<void> =>
    guarded(async () => {
      hasBegun.current = true
      const begun = await start()
      setUnfinished(null)
      setState(begun)
      const ended = await imports.goOn(begun, setState, control.current.signal)
      setState(ended)
      if (ended.phase === 'done' || ended.phase === 'takenBack') await imports.changed()
    })
  return {
    state,
    unfinished: state ? null : unfinished,
    choices,
    setChoices,
    busy,
    error: error || earlier.error,
    readEarlier: error || !earlier.error ? undefined : earlier.read,
    begin: (file) =>
      goOn(async () => columns.compare(await imports.upload(file, control.current.signal), control.current.signal)),
    matching: columns.matching,
    matchColumns: (changed) =>
      goOn(async () => {
        if (state) await imports.discard(state)
        // Choices for its rows do not apply to the rows of the next import, which the user has not seen.
        setState(null)
        setChoices(noChoices)
        return columns.compareWith(changed, control.current.signal)
      }),
    resume: (cutOff) => goOn(() => Promise.resolve(cutOff)),
    confirm: ({ id }) => goOn(() => imports.confirm({ import: id, ...choices })),
    receipts: state ? [] : receipts,
    show: setState,
    takeBack: (done) => goOn(() => imports.takeBack(done)),
    outcome: ({ id }) => guarded(() => imports.take('outcome', { import: id })),
    discard: (dropped) =>
      guarded(async () => {
        await imports.discard(dropped)
        setUnfinished(null)
        setState(null)
        columns.forget()
        setChoices(noChoices)
      }),
  }
}

/** The user's earlier imports here; a file given while they load takes precedence. */
function useEarlierImports(screen: string, hasBegun: Readonly<RefObject<boolean | null>>) {
  const imports = useImports()
  const [unfinished, setUnfinished] = useState<ImportState | null>(null)
  const [receipts, setReceipts] = useState<readonly ImportState[]>([])
  const { error, guarded } = useGuarded()
  const read = () =>
    void guarded(async () => {
      const [latest, ended] = await Promise.all([imports.latest(screen), imports.receipts(screen)])
      if (!hasBegun.current) setUnfinished(latest)
      setReceipts(ended)
    })
  useEffect(read, [imports, screen])
  return { unfinished, setUnfinished, receipts, error, read }
}

/** The column matching in a refusal. */
function matchingIn(data: unknown): MatchedHeadings | undefined {
  return (data as { readonly matching?: MatchedHeadings } | null | undefined)?.matching
}

interface Columns {
  readonly matching: MatchedHeadings | null
  /** Begins an import of an uploaded file, with the columns that the user has matched so far. */
  readonly compare: (file: string, signal: AbortSignal) => Promise<ImportState>
  /** Restarts it with more matched columns, which are remembered. */
  readonly compareWith: (changed: ColumnMatches, signal: AbortSignal) => Promise<ImportState>
  readonly forget: () => void
}

function useColumns(screen: string): Columns {
  const imports = useImports()
  const [read, setRead] = useState<{ readonly file: string; readonly matching: MatchedHeadings } | null>(null)
  const [remembered, remember] = usePreference<ColumnMatches>(`columns of ${screen}`)
  const begin = async (file: string, columns: ColumnMatches, signal: AbortSignal): Promise<ImportState> => {
    try {
      const { matching, ...begun } = await imports.begin({ screen, file, columns }, signal)
      setRead({ file, matching })
      return begun
    } catch (error) {
      const matching = error instanceof CallError ? matchingIn(error.data) : undefined
      if (matching) setRead({ file, matching })
      throw error
    }
  }
  return {
    matching: read?.matching ?? null,
    compare: (file, signal) => begin(file, remembered ?? {}, signal),
    compareWith: (changed, signal) => {
      const columns = Object.fromEntries(Object.entries({ ...remembered, ...changed }).slice(-maxRemembered))
      remember(columns)
      return begin(read!.file, columns, signal)
    },
    forget: () => setRead(null),
  }
}

/** The running work, and its failure. */
function useGuarded(): Pick<ImportProgress, 'busy' | 'error'> & {
  readonly guarded: (work: () => Promise<void>) => Promise<void>
} {
  const { busy, runCall } = useBusyCall()
  const [error, setError] = useState('')
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setError('')
    await runCall(work, ({ kind, message }) => {
      if (kind !== 'aborted') setError(message)
    })
  }
  return { busy, error, guarded }
}
