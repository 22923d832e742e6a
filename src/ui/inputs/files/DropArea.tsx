// Accepts files: chosen, dropped, or photographed with a phone if the field accepts images.
import { Button } from 'antd'
import { useRef, type ChangeEvent } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import type { FileValue } from '../../../protocol/calls'
import { DropTarget } from '../base/DropTarget'
import { Icon } from '../../controls/icons'
import { useMedia } from '../../controls/hooks/useMedia'
import { useInputContext, type InputProps } from '../base/inputContext'
import { sizeText } from '../../../client/text/format'
import { acceptedImages, acceptedTypes } from '../base/fileLimits'
import styles from './files.module.css'
import type { Uploads } from './useUploads'

type DropAreaProps = InputProps<FileValue[]> & Pick<Uploads, 'add'>

export function DropArea({ id, field, invalid, describedBy, label, add }: DropAreaProps) {
  const { t } = useTranslator()
  const chooser = useRef<HTMLInputElement>(null)
  const hasCoarsePointer = useCoarsePointer()
  const images = acceptedImages(field.accept)
  return (
    <DropTarget className={[styles.drop, invalid ? styles.invalid : ''].join(' ')} onFiles={add}>
      <Button
        id={id}
        icon={<Icon name="plus" size={16} />}
        onClick={() => chooser.current?.click()}
        aria-describedby={describedBy}
        aria-label={label ? `${label}: ${t('form.addFiles')}` : undefined}
      >
        {t('form.addFiles')}
      </Button>
      {hasCoarsePointer && images.length > 0 ? <Camera label={label} images={images} add={add} /> : null}
      <Limits field={field} />
      <input
        ref={chooser}
        type="file"
        hidden
        tabIndex={-1}
        multiple={field.max !== 1}
        accept={field.accept?.join(',')}
        onChange={addChosenFiles(add)}
      />
    </DropTarget>
  )
}

/** Opens the phone's camera directly; the other button offers existing photos. */
function Camera({ label, images, add }: Pick<DropAreaProps, 'label' | 'add'> & { images: readonly string[] }) {
  const { t } = useTranslator()
  const camera = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        icon={<Icon name="camera" size={16} />}
        onClick={() => camera.current?.click()}
        aria-label={label ? `${label}: ${t('form.takePhoto')}` : undefined}
      >
        {t('form.takePhoto')}
      </Button>
      <input
        ref={camera}
        type="file"
        hidden
        tabIndex={-1}
        accept={images.join(',')}
        capture="environment"
        onChange={addChosenFiles(add)}
      />
    </>
  )
}

/** Passes on the chosen files and resets the input, so that the same file can be chosen again. */
function addChosenFiles(add: Uploads['add']) {
  return ({ target }: ChangeEvent<HTMLInputElement>): void => {
    add([...(target.files ?? [])])
    target.value = ''
  }
}

/** Whether the pointer is a finger: such a device has a camera and no drag and drop between windows. */
const useCoarsePointer = (): boolean => useMedia('(pointer: coarse)')

/** The accepted types, sizes and number of files. */
function Limits({ field }: Pick<DropAreaProps, 'field'>) {
  const { t } = useTranslator()
  const { fileBytes } = useInputContext()
  const hasCoarsePointer = useCoarsePointer()
  const types = acceptedTypes(field.accept, t)
  const size = fileBytes === undefined ? '' : sizeText(fileBytes)
  const limits = types && size ? t('form.fileLimits', { types, size }) : size ? t('form.fileLimit', { size }) : types
  const hints = [
    hasCoarsePointer ? '' : t('form.dropFiles'),
    limits,
    field.max === undefined ? '' : t('form.fileCount', { count: field.max }),
  ]
  return <span className={styles.limits}>{hints.filter(Boolean).join(' · ')}</span>
}
