// Contrast of text and background by WCAG 2, and the nearest readable shade of a color. Colors are
// #rrggbb.

/** Minimum contrast of text (AA), with a margin for rounding. */
const minContrast = 4.6

/** The color itself if it is readable on the background, else the same hue, darkened or lightened as needed. */
export function contrasting(color: string, ground: string): string {
  const { hue, saturation, lightness } = hslOf(color)
  const step = luminance(ground) > 0.4 ? -0.01 : 0.01
  for (let now = lightness; now >= 0 && now <= 1; now += step) {
    const shade = fromHsl(hue, saturation, now)
    if (contrast(shade, ground) >= minContrast) return shade
  }
  return step < 0 ? '#000000' : '#ffffff'
}

/** The same hue, lightened or (negative) darkened by a fraction of 1. */
export function shaded(color: string, by: number): string {
  const { hue, saturation, lightness } = hslOf(color)
  return fromHsl(hue, saturation, Math.min(1, Math.max(0, lightness + by)))
}

/** The same hue at a lightness between 0 (black) and 1 (white). */
export function tinted(color: string, lightness: number): string {
  const { hue, saturation } = hslOf(color)
  return fromHsl(hue, saturation, lightness)
}

/** 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((part) =>
    part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue from 0 to 1. */
function channels(color: string): [number, number, number] {
  return [1, 3, 5].map((position) => Number.parseInt(color.slice(position, position + 2), 16) / 255) as [
    number,
    number,
    number,
  ]
}

function hslOf(color: string): { hue: number; saturation: number; lightness: number } {
  const [red, green, blue] = channels(color)
  const high = Math.max(red, green, blue)
  const span = high - Math.min(red, green, blue)
  const lightness = high - span / 2
  if (span === 0) return { hue: 0, saturation: 0, lightness }
  const sixth =
    high === red ? ((green - blue) / span + 6) % 6 : high === green ? (blue - red) / span + 2 : (red - green) / span + 4
  return { hue: sixth * 60, saturation: span / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const index = (offset + hue / 30) % 12
    return lightness - reach * Math.max(-1, Math.min(index - 3, 9 - index, 1))
  }
  return `#${[0, 8, 4]
    .map((offset) =>
      Math.round(channel(offset) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
