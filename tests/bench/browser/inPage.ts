// What runs inside the measured page? It notes when what is waited for has been painted. It is handed over as source
// text, so it uses nothing from outside.

export interface Awaited {
  /** Milliseconds since the navigation began (`from` 'start') or since the click on `click`, until painted. */
  readonly painted: number
}

export interface Wish {
  /** Counted elements. */
  readonly selector: string
  readonly least: number
  /** An element that is clicked to begin; absent: the time counts from the start of the page. */
  readonly click?: string
  /** Elements that must be gone, as those of the view that is left. */
  readonly gone?: string
}

/** Resolves with the time at which the wish was painted, or rejects after half a minute. */
export function awaitPainted({ selector, least, click, gone }: Wish): Promise<number> {
  return new Promise((resolve, reject) => {
    // A view that is kept out of sight still has its elements, and may even have its layout.
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const visible = (found: string) => [...document.querySelectorAll(found)].filter(shown).length
    let began = 0
    let done = false
    const late = setTimeout(() => {
      done = true
      observer.disconnect()
      reject(new Error(`Not within 30 s: ${least} × ${selector}; ${visible(selector)} are there.`))
    }, 30_000)
    const look = () => {
      if (done || visible(selector) < least || (gone && visible(gone) > 0)) return
      done = true
      observer.disconnect()
      clearTimeout(late)
      // The frame after the next callback is the one in which it is seen.
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now() - began)
        channel.port2.postMessage(null)
      })
    }
    const observer = new MutationObserver(look)
    observer.observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['style', 'class', 'hidden'],
    })
    if (click) {
      const target = [...document.querySelectorAll<HTMLElement>(click)].find(shown)
      if (!target) {
        clearTimeout(late)
        observer.disconnect()
        reject(new Error(`There is nothing to click: ${click}`))
        return
      }
      began = performance.now()
      target.click()
    }
    look()
  })
}

/** Notes for every key how long it takes until the frame with it is painted; `keyTimes` reads the notes. */
export function watchKeys(): void {
  const times: number[] = []
  Object.assign(window, { benchKeys: times })
  document.addEventListener(
    'keydown',
    (event) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => times.push(performance.now() - event.timeStamp)
        channel.port2.postMessage(null)
      })
    },
    true,
  )
}

export function keyTimes(): number[] {
  return (window as unknown as { benchKeys: number[] }).benchKeys
}

/** Pastes a text as a spreadsheet would. */
export function pasteText({ selector, text }: { readonly selector: string; readonly text: string }): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  document
    .querySelector(selector)!
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** Resolves when the next frame has been painted. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve()
      channel.port2.postMessage(null)
    }),
  )
}

/** The addresses whose requests began before a moment, in milliseconds from the start of the navigation. */
export function requestedBefore(moment: number): string[] {
  return performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime < moment)
    .map(({ name }) => name)
}
