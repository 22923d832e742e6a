// The name of a downloaded file.

/** The file name of a content-disposition header, the encoded form first. */
export function dispositionName(header = ''): string {
  const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(header)?.[1]
  if (encoded)
    try {
      return decodeURIComponent(encoded.trim())
    } catch (error) {
      // A proxy has cut the name; the plain one serves.
      if (!(error instanceof URIError)) throw error
    }
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? 'download'
}
