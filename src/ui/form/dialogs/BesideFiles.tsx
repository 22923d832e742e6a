// Shows the files that a decision depends on beside its form:
// the first one large, the others one click away.
import { useState, type ReactNode } from 'react'
import type { FileValue } from '../../../protocol/calls'
import type { Carrier } from '../../../client/data/fileTransfer'
import { FilesViewer } from '../../values/files/FilesViewer'
import { Thumbnail } from '../../values/Thumbnail'
import styles from '../view/form.module.css'

export interface DecisionFile {
  readonly file: FileValue
  readonly carrier: Carrier
}

export function BesideFiles({ files, children }: { files: readonly DecisionFile[]; children: ReactNode }) {
  const [chosen, setChosen] = useState(0)
  const index = Math.min(chosen, files.length - 1)
  const preview = files[index]
  if (!preview) return children
  return (
    <div className={styles.besideFiles}>
      <FilesViewer files={files.map(({ file }) => file)} index={index} carrier={preview.carrier} choose={setChosen}>
        {files.length > 1 && (
          <ul>
            {files.map(({ file, carrier }, number) => (
              <li key={file.id}>
                <button
                  type="button"
                  aria-label={file.name}
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
