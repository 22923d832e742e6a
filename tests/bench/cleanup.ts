// What must be put away when a user stops the measurement in the middle? Servers and temporary folders, the last one
// first.

const open: (() => Promise<void>)[] = []

/** Notes how something is put away; the answer does it, once, whatever comes first. */
export function putAway(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  const once = () => (done ??= work().finally(() => open.splice(open.indexOf(once), 1)))
  open.push(once)
  return once
}

/** Puts everything away that is still there. */
export async function cleanUp(): Promise<void> {
  for (const work of [...open].reverse()) await work()
}
