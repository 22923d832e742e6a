// The inputs of a form of a page without a session, in the order of its manifest.
import type { ReactNode } from 'react'
import type { PageForm } from '../../../manifest/model/block'
import { useTranslator } from '../../../client/context/clientContext'
import { SignInField } from './SignInField'
import { inputProps, type useSignInValues } from './useSignInValues'

interface PanelInputsProps {
  readonly form: PageForm
  readonly typed: ReturnType<typeof useSignInValues>
  readonly focus: string
  /** The button that sends a code, within the input for it. */
  readonly send: ReactNode
}

/** Draws one input for each that the form declares, by its name; `send` goes beside the input of a code. */
export function PanelInputs({ form, typed: { valueOf, change, errors }, focus, send }: PanelInputsProps) {
  const { pick } = useTranslator()
  return form.inputs.map(({ name, title, hint }) => (
    <SignInField
      key={name}
      {...inputProps[name]}
      label={pick(title)}
      placeholder={hint && pick(hint)}
      autoFocus={name === focus}
      value={valueOf(name)}
      onChange={(value) => change(name, value)}
      errors={errors[name] === undefined ? [] : [errors[name]]}
      beside={name === 'code' ? send : undefined}
    />
  ))
}
