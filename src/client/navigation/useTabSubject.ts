// Names what the tab around a component shows, for the titles of the page and of the tab.
import { useEffect } from 'react'
import type { TabSubject } from './tabs'
import { useCurrentTab } from './unsavedChanges'

/** Titles the tab until the component unmounts or the text changes; undefined: not known yet, the title stays. */
export function useTabSubject(subject: TabSubject, text: string | undefined): void {
  const { describe } = useCurrentTab()
  useEffect(() => {
    if (!describe || text === undefined) return
    describe(subject, text)
    return () => describe(subject, undefined)
  }, [describe, subject, text])
}
