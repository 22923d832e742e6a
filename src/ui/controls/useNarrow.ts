// Whether the window is narrower than a number of pixels.
import { useMedia } from './useMedia'

/** true while the viewport is narrower than `width` CSS pixels. */
export const useNarrow = (width: number): boolean => useMedia(`(max-width: ${width - 0.02}px)`)
