// Shows the files that a decision depends on beside its form:
// the first one large, the others one click away.
import { useState, type ReactNode } from 'react'
import type { Column } from '../../../manifest/model/column'
import type { FileValue, LineValue } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import type { Carrier } from '../../../client/data/fileTransfer'
import { standaloneContext, useRenderContext, type RenderContext } from '../../values/renderContext'
import { textOfValue } from '../../values/renderValue'
import { FilesViewer } from '../../values/files/FilesViewer'
import { Thumbnail } from '../../values/Thumbnail'
import styles from '../view/form.module.css'

/** A value of the record, and how it is drawn. */
export type Fact = Pick<
  Column,
  'field' | 'title' | 'type' | 'dictionary' | 'entity' | 'format' | 'drillDown' | 'summaryFields' | 'fields'
>

export interface DecisionFile {
  readonly file: FileValue
  readonly carrier: Carrier
  /** The field that holds the file, and its line if that holds lines. */
  readonly field: Fact
  readonly line?: LineValue
}

interface BesideFilesProps {
  readonly files: readonly DecisionFile[]
  readonly answer: EntityAnswer
  /** Whether the children hold a table, which needs more room. */
  readonly table?: boolean
  readonly children: ReactNode
}

export function BesideFiles({ files, answer, table = false, children }: BesideFilesProps) {
  const context = standaloneContext(useRenderContext(answer))
  const [chosen, setChosen] = useState(0)
  const index = Math.min(chosen, files.length - 1)
  const preview = files[index]
  if (!preview) return children
  return (
    <div className={`${styles.besideFiles} ${table ? styles.besideTable : ''}`}>
      <FilesViewer
        files={files.map(({ file }) => file)}
        index={index}
        carrier={preview.carrier}
        caption={captionOf(preview, context)}
        choose={setChosen}
      >
        {files.length > 1 && (
          <ul>
            {files.map(({ file, carrier, ...ofFile }, number) => (
              <li key={file.id}>
                <button
                  type="button"
                  aria-label={file.name}
                  title={captionOf(ofFile, context)}
                  aria-current={number === index}
                  onClick={() => setChosen(number)}
                >
                  <Thumbnail file={file} carrier={carrier} size={40} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </FilesViewer>
      <div>{children}</div>
    </div>
  )
}

/** What the file is: the title of its field, or what its line is called. */
function captionOf({ field, line }: Pick<DecisionFile, 'field' | 'line'>, context: RenderContext): string {
  const title = context.translator.pick(field.title)
  return (line && field.summaryFields && textOfValue(field, [line], context)) || title
}
