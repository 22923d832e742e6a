// Types for the used part of pg-cursor; the package has none.
declare module 'pg-cursor' {
  import type { CustomTypesConfig, Submittable } from 'pg'
  export default class Cursor<Row = Record<string, unknown>> implements Submittable {
    constructor(
      text: string,
      values?: readonly unknown[],
      config?: { readonly rowMode?: 'array'; readonly types?: CustomTypesConfig },
    )
    submit(connection: unknown): void
    read(rows: number): Promise<Row[]>
    close(): Promise<void>
  }
}
