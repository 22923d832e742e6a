// Finds an address by text or by the user's location, if there is a map service.
// Otherwise one line states that there is none.
import { AutoComplete, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { AddressValue } from '../../../protocol/calls'
import { useSession, useTranslator } from '../../../client/context/clientContext'
import { useDebounced } from '../../controls/hooks/useDebounced'
import { loadMap, type MapFinder, type PlaceSuggestion } from './mapService'
import styles from '../base/inputs.module.css'

/** Milliseconds between the last key and the request. */
const searchDelayMs = 300

interface PlaceFinderProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onFound: (address: AddressValue) => void
}

export function PlaceFinder({ label, disabled, onFound }: PlaceFinderProps) {
  const { t } = useTranslator()
  const { isOffered, finder, begin } = useMapFinder()
  const [searchText, setSearchText] = useState('')
  const tips = usePlaceTips(finder, searchText)
  const [busy, setBusy] = useState(false)
  // The address may be typed on while the service answers.
  const latest = useRef(onFound)
  latest.current = onFound
  if (disabled || !isOffered) return null
  if (finder === 'none') return <small className={styles.noMap}>{t('form.noMap')}</small>
  const take = async (find: Promise<AddressValue | undefined>) => {
    setBusy(true)
    const addressValue = await find
    setBusy(false)
    if (addressValue) latest.current(addressValue)
  }
  const choose = (key: string) => {
    const tip = tips.find((placeSuggestion, index) => keyOf(placeSuggestion, index) === key)
    setSearchText(tip?.name ?? '')
    if (tip && finder) void take(finder.addressOf(tip))
  }
  return (
    <div className={styles.places}>
      <AutoComplete
        value={searchText}
        onFocus={begin}
        onChange={(text: string) => setSearchText(text ?? '')}
        placeholder={t('form.findPlace')}
        aria-label={`${label} ${t('form.findPlace')}`}
        options={tips.map((tip, index) => ({
          value: keyOf(tip, index),
          label: (
            <>
              {tip.name} <small>{tip.region}</small>
            </>
          ),
        }))}
        onSelect={choose}
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

const keyOf = (tip: PlaceSuggestion, index: number) => `${index} ${tip.region} ${tip.name}`

type LoadedFinder = MapFinder | 'none' | null

/** The map service, loaded on first use; 'none': unreachable. */
function useMapFinder() {
  const address = useSession((state) => state.boot?.map)
  const [finder, setFinder] = useState<LoadedFinder>(null)
  const begin = () => {
    if (address && finder === null) void loadMap(address).then((mapFinder) => setFinder(mapFinder ?? 'none'))
  }
  return { isOffered: Boolean(address), finder, begin }
}

/** Suggestions for the typed text, after a pause in typing. */
function usePlaceTips(finder: LoadedFinder, searchText: string): readonly PlaceSuggestion[] {
  const [tips, setTips] = useState<readonly PlaceSuggestion[]>([])
  const searched = useDebounced(searchText.trim(), searchDelayMs)
  useEffect(() => {
    if (!finder || finder === 'none' || searched.length < 2) return setTips([])
    let isLatest = true
    void finder.tips(searched).then((suggestions) => {
      if (isLatest) setTips(suggestions)
    })
    return () => {
      isLatest = false
    }
  }, [finder, searched])
  return searchText.trim().length < 2 ? [] : tips
}
