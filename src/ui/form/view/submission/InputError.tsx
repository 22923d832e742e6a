// What is wrong with an input, with a link to the record that already has its value.
import type { Field as FormilyField } from '@formily/core'
import { observer } from '@formily/react'
import { useLocation } from 'react-router-dom'
import { withRecord, type AddressedRecord } from '../../../../protocol/records/recordAddress'
import { useTranslator } from '../../../../client/context/clientContext'
import { fieldStatus } from '../../model/formParts'
import styles from '../form.module.css'

/** The first error of an input; nothing if there is none. */
export const InputError = observer(function InputError({ node }: { readonly node: FormilyField }) {
  const [error] = node.selfErrors
  const { duplicate } = fieldStatus(node)
  return error === undefined ? null : (
    <>
      {error} {duplicate ? <DuplicateLink {...duplicate} /> : null}
    </>
  )
})

/** The same as the message that an input refers to by this id. */
export const InputMessage = ({ id, node }: { readonly id: string; readonly node: FormilyField }) => (
  <div id={id} className={styles.error} role="alert">
    <InputError node={node} />
  </div>
)

/** Opens the record in a page of its own, so that the form's input stays. */
function DuplicateLink(record: AddressedRecord) {
  const { t } = useTranslator()
  const { pathname } = useLocation()
  return (
    <a href={withRecord(pathname, record)} target="_blank" rel="noreferrer">
      {t('form.openDuplicate')}
    </a>
  )
}
