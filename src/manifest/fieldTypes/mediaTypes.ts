// Compares media types with the ones that `accept` of a field or an upload names.

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
