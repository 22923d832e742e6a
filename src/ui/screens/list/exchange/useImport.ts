// State of the import in the wizard; closing the wizard stops it, reopening finds it.
import { useEffect, useRef, useState } from 'react'
import type { ImportState } from '../../../../protocol/exchangeCalls'
import { CallError } from '../../../../client/feedback/callError'
import { useImports } from '../../../../client/data/imports'

export interface ImportProgress {
  readonly state: ImportState | null
  /** One that was cut off, or waits for its user since an earlier time. */
  readonly unfinished: ImportState | null
  readonly overwritten: readonly number[]
  readonly setOverwritten: (rows: readonly number[]) => void
  readonly busy: boolean
  readonly fault: string
  readonly begin: (file: File) => Promise<void>
  readonly resume: (unfinished: ImportState) => Promise<void>
  readonly confirm: (state: ImportState) => Promise<void>
  readonly discard: (state: ImportState) => Promise<void>
  readonly outcome: (state: ImportState) => Promise<void>
}

export function useImport(screen: string): ImportProgress {
  const imports = useImports()
  const [state, setState] = useState<ImportState | null>(null)
  const [unfinished, setUnfinished] = useState<ImportState | null>(null)
  const [overwritten, setOverwritten] = useState<readonly number[]>([])
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const control = useRef(new AbortController())

  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFault('')
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.kind !== 'aborted') setFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    const mine = new AbortController()
    control.current = mine
    void guarded(async () => setUnfinished(await imports.latest(screen)))
    return () => mine.abort()
  }, [imports, screen])
  const goOn = (start: () => Promise<ImportState>): Promise<void> =>
    guarded(async () => {
      const begun = await start()
      setUnfinished(null)
      setState(begun)
      const ended = await imports.goOn(begun, setState, control.current.signal)
      setState(ended)
      if (ended.phase === 'done') await imports.changed()
    })
  return {
    state,
    unfinished: state ? null : unfinished,
    overwritten,
    setOverwritten,
    busy,
    fault,
    begin: (file) => goOn(() => imports.begin(screen, file, control.current.signal)),
    resume: (cutOff) => goOn(() => Promise.resolve(cutOff)),
    confirm: ({ id }) => goOn(() => imports.confirm({ import: id, overwrite: overwritten })),
    outcome: ({ id }) => guarded(() => imports.take('outcome', { import: id })),
    discard: (dropped) =>
      guarded(async () => {
        await imports.discard(dropped)
        setUnfinished(null)
        setState(null)
        setOverwritten([])
      }),
  }
}
