// Estimates the drawn width of a text.
import type { Size } from '../../client/session/session'

/** Text scale of tables relative to 13 px, by the user's size preference. */
export const textScale: Readonly<Record<Size, number>> = { default: 15 / 13, medium: 14 / 13, small: 1, mini: 1 }

/**
 * Approximate width of a text in pixels at 13 px: a Chinese character is a square, a Latin one a little over half, a
 * point or blank a quarter.
 */
export function textWidth(text: string): number {
  return [...text].reduce(
    (sum, character) =>
      sum +
      (/[ .,:;'|!ijl-]/.test(character)
        ? 4.2
        : /[A-Z%@]/.test(character)
          ? 8.4
          : /[\u0000-\u02ff]/.test(character)
            ? 7.4
            : 13.2),
    0,
  )
}
