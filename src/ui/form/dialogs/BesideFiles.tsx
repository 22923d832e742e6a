// What is decided from files is decided beside them: the first large, the others one press away.
import { useState, type ReactNode } from 'react'
import type { FileValue } from '../../../protocol/calls'
import type { Carrier } from '../../../client/data/fileTransfer'
import { FilePicture } from '../../values/FilePicture'
import { Thumbnail } from '../../values/Thumbnail'
import styles from '../view/form.module.css'

export interface JudgedFile {
  readonly file: FileValue
  readonly carrier: Carrier
}

export function BesideFiles({ files, children }: { files: readonly JudgedFile[]; children: ReactNode }) {
  const [chosen, setChosen] = useState(0)
  const preview = files[Math.min(chosen, files.length - 1)]
  if (!preview) return children
  return (
    <div className={styles.besideFiles}>
      <div>
        <FilePicture key={preview.file.id} {...preview} />
        {files.length > 1 && (
          <ul>
            {files.map(({ file, carrier }, index) => (
              <li key={file.id}>
                <button
                  type="button"
                  aria-label={file.name}
                  aria-current={index === chosen}
                  onClick={() => setChosen(index)}
                >
                  <Thumbnail file={file} carrier={carrier} size={40} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>{children}</div>
    </div>
  )
}
