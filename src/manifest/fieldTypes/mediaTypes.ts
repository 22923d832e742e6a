// Recognizes pictures by their media types, and compares types with those that `accept` names.

/** Whether a media type is a picture, decodable or not; CAD drawings are not. */
export const isPicture = (type: string): boolean => /^image\/(?!vnd\.)/.test(type)

/** Whether `accept` covers a type: it names the type, its kind (image/*), every type (*\/*), or none at all. */
export function acceptsMediaType(accept: readonly string[] | undefined, type: string): boolean {
  if (!accept || accept.length === 0) return true
  const sent = type.toLowerCase()
  return accept.some((item) => {
    const accepted = item.toLowerCase()
    return (
      accepted === '*/*' || accepted === sent || (accepted.endsWith('/*') && sent.startsWith(accepted.slice(0, -1)))
    )
  })
}
