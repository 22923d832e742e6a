// What does the page of a stand-in look like in a frame? Nothing yet is shown by any.
import type { Outside } from '../../manifest/app'

export function standInPage(_system: Outside): string | undefined {
  return undefined
}
