// One manifest as path and text, before it is parsed.

/** `path` is relative to schemas/, with forward slashes. */
export interface Source {
  readonly path: string
  readonly text: string
}
