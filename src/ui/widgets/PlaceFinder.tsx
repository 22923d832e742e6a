// How does somebody find an address instead of writing it? By words or by where she is, when there is a map service; otherwise one line says that there is none.
import { AutoComplete, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { AddressValue } from '../../protocol/calls'
import { useSession, useWords } from '../../runtime/runtime'
import { loadMap, type MapFinder, type Tip } from './map'
import styles from './widgets.module.css'

const pause = 300

export function PlaceFinder({
  label,
  disabled,
  onFound,
}: {
  label: string
  disabled?: boolean
  onFound: (address: AddressValue) => void
}) {
  const { t } = useWords()
  const address = useSession((state) => state.boot?.map)
  const [finder, setFinder] = useState<MapFinder | 'none' | null>(null)
  const [words, setWords] = useState('')
  const [tips, setTips] = useState<readonly Tip[]>([])
  const [busy, setBusy] = useState(false)
  const latest = useRef('')
  const begin = () => {
    if (address && finder === null) void loadMap(address).then((found) => setFinder(found ?? 'none'))
  }
  useEffect(() => {
    latest.current = words
    if (!finder || finder === 'none' || words.trim().length < 2) return setTips([])
    const timer = setTimeout(
      () =>
        void finder.tips(words.trim()).then((found) => {
          if (latest.current === words) setTips(found)
        }),
      pause,
    )
    return () => clearTimeout(timer)
  }, [finder, words])
  if (disabled || !address) return null
  if (finder === 'none') return <small className={styles.noMap}>{t('form.noMap')}</small>
  const take = async (find: Promise<AddressValue | undefined>) => {
    setBusy(true)
    const found = await find
    setBusy(false)
    if (found) onFound(found)
  }
  const keyOf = (tip: Tip, at: number) => `${at} ${tip.region} ${tip.name}`
  return (
    <div className={styles.places}>
      <AutoComplete
        value={words}
        onFocus={begin}
        onChange={(text: string) => setWords(text ?? '')}
        placeholder={t('form.findPlace')}
        aria-label={`${label} ${t('form.findPlace')}`}
        options={tips.map((tip, at) => ({
          value: keyOf(tip, at),
          label: (
            <>
              {tip.name} <small>{tip.region}</small>
            </>
          ),
        }))}
        onSelect={(key: string) => {
          const tip = tips.find((one, at) => keyOf(one, at) === key)
          setWords(tip?.name ?? '')
          if (tip && finder) void take(finder.addressOf(tip))
        }}
      />
      <Button
        loading={busy}
        onFocus={begin}
        onClick={() => {
          if (finder) void take(finder.here())
        }}
      >
        {t('form.here')}
      </Button>
    </div>
  )
}
