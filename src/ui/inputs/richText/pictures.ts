// Scales pictures down for embedding in a text.

const maxSide = 1_280
const maxCharacters = 140_000
const qualities = [0.85, 0.7, 0.55, 0.4]

/** A picture as a data URL; undefined if it cannot be read or stays too large. */
export async function embeddedPicture(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  try {
    for (const side of [maxSide, maxSide / 2])
      for (const quality of qualities) {
        const address = drawn(bitmap, side, quality)
        if (address.length <= maxCharacters) return address
      }
    return undefined
  } finally {
    bitmap.close()
  }
}

function drawn(bitmap: ImageBitmap, side: number, quality: number): string {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/webp', quality)
}
