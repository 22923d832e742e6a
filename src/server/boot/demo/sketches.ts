// Draws sketches of typical uploads: elevations, plans, written pages, payment slips, photographs.
// A few variants each, drawn at loading, so that the repository contains no pictures.
import { sheetOf, type Rgb, type Sheet } from './canvas'

type Draw = (variant: number) => Sheet

/** The number of variants of each kind. */
export const variantCount = 3

const white: Rgb = [255, 255, 255]
const ink: Rgb = [38, 56, 84]
const pale: Rgb = [226, 231, 238]
const text: Rgb = [168, 176, 188]
const measureInk: Rgb = [196, 78, 62]
const stamp: Rgb = [204, 48, 48]

/** Pseudo-random numbers from 0 to 1, the same every time. */
function chance(seed: number): () => number {
  let state = seed * 7919 + 17
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}

interface DimensionLine {
  readonly from: number
  readonly to: number
  readonly position: number
  readonly upright?: boolean
}

/** A dimension line with ends on either side and ticks at these positions between. */
function measured(
  sheet: Sheet,
  { from, to, position, upright = false }: DimensionLine,
  ticks: readonly number[],
): void {
  const tick = (index: number) =>
    upright
      ? sheet.area([position - 6, index, 13, 2], measureInk)
      : sheet.area([index, position - 6, 2, 13], measureInk)
  if (upright) sheet.area([position, from, 1, to - from], measureInk)
  else sheet.area([from, position, to - from, 1], measureInk)
  for (const index of [from, to, ...ticks]) tick(index)
}

/** The title block of a drawing, where its author signs. */
function titleBox(sheet: Sheet): void {
  sheet.frame([12, 12, sheet.width - 24, sheet.height - 24], ink, 2)
  const [left, top] = [sheet.width - 212, sheet.height - 76]
  sheet.frame([left, top, 200, 64], ink, 1)
  for (const row of [0, 1, 2]) {
    sheet.area([left + 10, top + 10 + row * 20, 46, 6], text)
    sheet.area([left + 70, top + 10 + row * 20, 70 + row * 18, 6], ink)
  }
}

const front: Draw = (variant) => {
  const sheet = sheetOf(800, 560, white)
  const [left, top, wide, high, columns] = [90, 60, 620, 360, 3 + variant]
  titleBox(sheet)
  const places = Array.from({ length: columns + 1 }, (_, index) => left + Math.round((wide * index) / columns))
  sheet.area([left, top, wide, high], [248, 244, 236])
  for (let position = 0; position < columns; position += 1) {
    const [x, width] = [places[position]!, places[position + 1]! - places[position]!]
    const drawers = (position + variant) % 3 === 1 ? 3 : 0
    const door = high - drawers * 50
    sheet.frame([x, top, width, door], ink)
    sheet.area([x + width - 14, top + door / 2 - 24, 4, 48], ink)
    for (let drawer = 0; drawer < drawers; drawer += 1) {
      sheet.frame([x, top + door + drawer * 50, width, 50], ink)
      sheet.area([x + width / 2 - 20, top + door + drawer * 50 + 22, 40, 4], ink)
    }
  }
  sheet.frame([left, top, wide, high], ink, 3)
  sheet.area([40, top + high, 720, 3], ink)
  measured(sheet, { from: left, to: left + wide, position: top - 20 }, places.slice(1, -1))
  measured(sheet, { from: top, to: top + high, position: left - 24, upright: true }, [])
  return sheet
}

const plan: Draw = (variant) => {
  const sheet = sheetOf(800, 560, white)
  const [left, top, wide, high] = [110, 70, 560 - variant * 30, 370]
  titleBox(sheet)
  sheet.frame([left, top, wide, high], ink, 10)
  const wall = left + 230 + variant * 40
  sheet.area([wall, top, 8, high * 0.55], ink)
  sheet.area([left + 10, top + 10, wall - left - 10, 56], pale)
  sheet.frame([left + 10, top + 10, wall - left - 10, 56], ink)
  sheet.area([left + wide - 66, top + 10, 56, high - 120], pale)
  sheet.frame([left + wide - 66, top + 10, 56, high - 120], ink)
  sheet.area([left + 60, top + high - 10, 90, 10], white)
  sheet.line([left + 60, top + high - 10], [left + 124, top + high - 74], ink)
  sheet.area([wall + 60, top, 110, 10], white)
  sheet.frame([wall + 60, top, 110, 10], ink, 2)
  measured(sheet, { from: left, to: left + wide, position: top - 24 }, [wall])
  measured(sheet, { from: top, to: top + high, position: left - 28, upright: true }, [top + 66])
  return sheet
}

const page: Draw = (variant) => {
  const sheet = sheetOf(620, 860, [252, 251, 248])
  const next = chance(variant + 3)
  sheet.area([190, 64, 240, 16], ink)
  for (let row = 0; row < 9; row += 1) sheet.area([70, 124 + row * 26, 300 + next() * 180, 7], text)
  for (let row = 0; row <= 5; row += 1) sheet.area([70, 384 + row * 34, 480, 1], ink)
  for (const column of [70, 190, 330, 430, 549]) sheet.area([column, 384, 1, 171], ink)
  for (let row = 0; row < 5; row += 1)
    for (const column of [82, 202, 342, 442])
      sheet.area([column, 398 + row * 34, 40 + next() * 40, 7], row === 0 ? ink : text)
  for (let row = 0; row < 4; row += 1) sheet.area([70, 590 + row * 26, 320 + next() * 160, 7], text)
  sheet.area([70, 760, 180, 1], ink)
  for (let position = 0; position < 7; position += 1)
    sheet.line([90 + position * 18, 738 + next() * 16], [108 + position * 18, 738 + next() * 16], ink, 3)
  sheet.ring([450, 742], 58, stamp, 4)
  sheet.ring([450, 742], 40, stamp, 2)
  sheet.area([424, 738, 52, 8], stamp)
  return sheet
}

const slip: Draw = (variant) => {
  const sheet = sheetOf(760, 420, [250, 250, 246])
  const next = chance(variant + 11)
  const heads: readonly Rgb[] = [
    [164, 36, 44],
    [24, 92, 160],
    [28, 122, 92],
  ]
  const head = heads[variant % heads.length]!
  sheet.area([0, 0, 760, 52], head)
  sheet.area([28, 20, 150, 13], white)
  sheet.area([560, 22, 170, 9], white)
  for (let row = 0; row < 6; row += 1) {
    sheet.area([28, 84 + row * 44, 704, 1], pale)
    sheet.area([40, 100 + row * 44, 76, 8], text)
    sheet.area([150, 100 + row * 44, 130 + next() * 120, 8], ink)
    sheet.area([400, 100 + row * 44, 70, 8], text)
    sheet.area([500, 100 + row * 44, 80 + next() * 120, 8], row === 3 ? head : ink)
  }
  sheet.frame([28, 84, 704, 266], head)
  sheet.ring([640, 330], 44, stamp, 3)
  sheet.area([616, 327, 50, 7], stamp)
  return sheet
}

const photo: Draw = (variant) => {
  const sheet = sheetOf(800, 600, white)
  const walls: readonly Rgb[] = [
    [236, 230, 220],
    [222, 228, 230],
    [232, 224, 226],
  ]
  const bodies: readonly Rgb[] = [
    [196, 164, 124],
    [232, 230, 224],
    [128, 100, 76],
  ]
  const [wall, body] = [walls[variant % walls.length]!, bodies[variant % bodies.length]!]
  const darker = (color: Rgb, by: number): Rgb => [color[0] * by, color[1] * by, color[2] * by]
  sheet.shade([0, 0, 800, 440], wall, darker(wall, 0.9))
  sheet.shade([0, 440, 800, 160], [176, 148, 116], [140, 114, 86])
  for (let board = 0; board < 5; board += 1) sheet.area([0, 450 + board * board * 8, 800, 1], [126, 102, 76])
  sheet.shade([590, 90, 150, 190], [246, 250, 255], [214, 230, 244])
  sheet.frame([584, 84, 162, 202], white, 6)
  sheet.area([663, 90, 4, 190], white)
  const columns = 3 + (variant % 2)
  sheet.area([76, 452, 468, 16], [116, 94, 70])
  for (let position = 0; position < columns; position += 1) {
    const [x, width] = [80 + Math.round((460 * position) / columns), Math.round(460 / columns)]
    sheet.shade([x, 70, width, 388], darker(body, 1), darker(body, 0.86))
    sheet.frame([x, 70, width, 388], darker(body, 0.7), 2)
    sheet.area([position % 2 ? x + 10 : x + width - 16, 240, 5, 60], [70, 66, 62])
  }
  return sheet
}

const logo: Draw = (variant) => {
  const sheet = sheetOf(480, 200, white)
  const colors: readonly Rgb[] = [
    [150, 98, 52],
    [46, 92, 84],
    [120, 44, 40],
  ]
  const color = colors[variant % colors.length]!
  for (let board = 0; board < 4; board += 1) sheet.area([20 + board * 42, 150 - board * 40, 32, 20 + board * 40], color)
  for (let ring = 0; ring < 3; ring += 1) sheet.ring([330, 100], 76 - ring * 26, color, 8)
  sheet.area([250, 96, 164, 8], white)
  return sheet
}

/** A company's round seal with a star in its middle. */
const seal: Draw = () => {
  const side = 420
  const sheet = sheetOf(side, side, white)
  const middle = side / 2
  sheet.ring([middle, middle], 196, stamp, 9)
  const polar = (radius: number, part: number) =>
    [middle + radius * Math.sin(part * 2 * Math.PI), middle - radius * Math.cos(part * 2 * Math.PI)] as const
  // Bars instead of letters.
  for (let letter = 0; letter < 13; letter += 1) {
    const part = -0.36 + (letter * 0.72) / 12
    sheet.line(polar(140, part), polar(172, part), stamp, 12)
  }
  for (let step = 0; step < 60; step += 1)
    for (let point = 0; point < 5; point += 1)
      sheet.line(polar(step, point / 5), polar(step * 0.382, point / 5 + 0.1), stamp, 4)
  for (let step = 0; step < 60; step += 1)
    for (let point = 0; point < 5; point += 1)
      sheet.line(polar(step, point / 5), polar(step * 0.382, point / 5 - 0.1), stamp, 4)
  sheet.area([middle - 70, 312, 140, 16], stamp)
  return sheet
}

/** Keyed by the word that demo tables use. */
export const sketches: Readonly<Record<string, Draw>> = { front, plan, page, slip, photo, logo, seal }
