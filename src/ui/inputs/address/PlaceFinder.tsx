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
  const [isWithoutAddress, setIsWithoutAddress] = useState(false)
  // The address may be typed on while the service answers.
  const latest = useRef(onFound)
  latest.current = onFound
  if (disabled || !isOffered) return null
  if (finder === 'none') return <small className={styles.noMap}>{t('form.noMap')}</small>
  const take = async (find: (service: MapFinder) => Promise<AddressValue | undefined>) => {
    setBusy(true)
    // The first press may come before the service is there.
    const service = await begin()
    const addressValue = service && (await find(service))
    setBusy(false)
    setIsWithoutAddress(service !== undefined && addressValue === undefined)
    if (addressValue) latest.current(addressValue)
  }
  const choose = (key: string) => {
    const tip = tips?.find((placeSuggestion, index) => keyOf(placeSuggestion, index) === key)
    setSearchText(tip?.name ?? '')
    if (tip) void take((service) => service.addressOf(tip))
  }
  const isWithoutPlace = tips?.length === 0
  return (
    <div className={styles.places}>
      <AutoComplete
        value={searchText}
        onFocus={() => void begin()}
        onChange={(text: string) => {
          setSearchText(text ?? '')
          setIsWithoutAddress(false)
        }}
        placeholder={t('form.findPlace')}
        aria-label={`${label} ${t('form.findPlace')}`}
        options={(tips ?? []).map((tip, index) => ({
          value: keyOf(tip, index),
          label: (
            <>
              {tip.name} <small>{tip.region}</small>
            </>
          ),
        }))}
        onSelect={choose}
      />
      <Button loading={busy} onFocus={() => void begin()} onClick={() => void take((service) => service.here())}>
        {t('form.here')}
      </Button>
      <small role="status" className={styles.noMap}>
        {(isWithoutPlace && t('form.noPlace')) || (isWithoutAddress && t('form.noLocation'))}
      </small>
    </div>
  )
}

const keyOf = (tip: PlaceSuggestion, index: number) => `${index} ${tip.region} ${tip.name}`

type LoadedFinder = MapFinder | 'none' | null

/** The map service, loaded on first use; 'none': unreachable. */
function useMapFinder() {
  const address = useSession((state) => state.boot?.map)
  const [finder, setFinder] = useState<LoadedFinder>(null)
  const begin = async (): Promise<MapFinder | undefined> => {
    const mapFinder = address === undefined ? undefined : await loadMap(address)
    setFinder(mapFinder ?? 'none')
    return mapFinder
  }
  return { isOffered: Boolean(address), finder, begin }
}

/** Suggestions for the typed text, after a pause in typing; undefined until the service has answered. */
function usePlaceTips(finder: LoadedFinder, searchText: string): readonly PlaceSuggestion[] | undefined {
  const [answer, setAnswer] = useState<{ readonly searched: string; readonly tips: readonly PlaceSuggestion[] }>()
  const searched = useDebounced(searchText.trim(), searchDelayMs)
  useEffect(() => {
    if (!finder || finder === 'none' || searched.length < 2) return setAnswer(undefined)
    let isLatest = true
    void finder.tips(searched).then((tips) => {
      if (isLatest) setAnswer({ searched, tips })
    })
    return () => {
      isLatest = false
    }
  }, [finder, searched])
  return searchText.trim().length < 2 ? undefined : answer?.tips
}
