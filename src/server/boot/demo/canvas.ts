// Draws areas, frames, lines and rings in plain colors on a sheet of pixels.
// Enough for sketches, without a package to install.

export type Rgb = readonly [red: number, green: number, blue: number]

type Point = readonly [x: number, y: number]
type Box = readonly [x: number, y: number, width: number, height: number]

export interface Sheet {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer
  area(box: Box, color: Rgb): void
  /** A vertical gradient from one color at the top to another at the bottom. */
  shade(box: Box, top: Rgb, bottom: Rgb): void
  frame(box: Box, color: Rgb, thickness?: number): void
  line(from: Point, to: Point, color: Rgb, thickness?: number): void
  ring(center: Point, radius: number, color: Rgb, thickness?: number): void
}

export function sheetOf(width: number, height: number, ground: Rgb): Sheet {
  const pixels = Buffer.alloc(width * height * 3)
  const area: Sheet['area'] = ([x, y, wide, high], [red, green, blue]) => {
    const [left, right] = [Math.max(0, Math.round(x)), Math.min(width, Math.round(x + wide))]
    for (let row = Math.max(0, Math.round(y)); row < Math.min(height, Math.round(y + high)); row += 1) {
      for (let position = (row * width + left) * 3; position < (row * width + right) * 3; position += 3) {
        pixels[position] = red
        pixels[position + 1] = green
        pixels[position + 2] = blue
      }
    }
  }
  area([0, 0, width, height], ground)
  return {
    width,
    height,
    pixels,
    area,
    shade([x, y, wide, high], top, bottom) {
      const between = (row: number, part: number) =>
        Math.round(top[part]! + ((bottom[part]! - top[part]!) * row) / Math.max(1, high - 1))
      for (let row = 0; row < high; row += 1)
        area([x, y + row, wide, 1], [between(row, 0), between(row, 1), between(row, 2)])
    },
    frame([x, y, wide, high], color, thickness = 2) {
      area([x, y, wide, thickness], color)
      area([x, y + high - thickness, wide, thickness], color)
      area([x, y, thickness, high], color)
      area([x + wide - thickness, y, thickness, high], color)
    },
    line([fromX, fromY], [toX, toY], color, thickness = 2) {
      const steps = Math.max(1, Math.abs(toX - fromX), Math.abs(toY - fromY))
      for (let step = 0; step <= steps; step += 1)
        area(
          [fromX + ((toX - fromX) * step) / steps, fromY + ((toY - fromY) * step) / steps, thickness, thickness],
          color,
        )
    },
    ring([x, y], radius, color, thickness = 3) {
      const steps = Math.ceil(radius * 8)
      for (let step = 0; step < steps; step += 1)
        area(
          [
            x + radius * Math.cos((step * 2 * Math.PI) / steps),
            y + radius * Math.sin((step * 2 * Math.PI) / steps),
            thickness,
            thickness,
          ],
          color,
        )
    },
  }
}
