// The inputs of a page without a session: look, accepted values, value and error of each.
// The manifest defines which inputs there are, and their texts.
import { useState } from 'react'
import { mobilePattern } from '../../../manifest/fieldTypes/definition'
import { plainMobile } from '../../../manifest/fieldTypes/parseInput'
import { useTranslator } from '../../../client/context/clientContext'
import type { PageOperation } from '../../../client/transport/endpointAddress'
import type { BoxProps } from './SignInField'

/** The operations of the server that each proof needs. */
export const operationsOf: Readonly<Record<string, readonly PageOperation[]>> = {
  password: ['signIn'],
  code: ['signInByCode', 'sendCode'],
}

export const inputProps: Readonly<Record<string, Omit<BoxProps, 'label'>>> = {
  account: { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  password: { type: 'password', autoComplete: 'current-password' },
  newPassword: { type: 'password', autoComplete: 'new-password' },
  // Longer than a number or code: a pasted one may have blanks, and a number its country code.
  mobile: { type: 'tel', autoComplete: 'tel', maxLength: 24 },
  code: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 24 },
}

/** The digits that were sent: a pasted code may have blanks. */
const plainCode = (text: string): string => text.replace(/\s/g, '').slice(0, 6)

const isMobile = (text: string): boolean => mobilePattern.test(text.trim())

type Texts = Readonly<Record<string, string>>

/** The state of the inputs, which starts with `account` and, if that is a mobile number, with it as the number. */
export function useSignInValues(account: string) {
  const { t } = useTranslator()
  const [values, setValues] = useState<Texts>({ account, mobile: isMobile(account) ? account : '' })
  const [errors, setErrors] = useState<Texts>({})
  const valueOf = (name: string): string => values[name] ?? ''
  const errorOf = (name: string, value: string): string | undefined =>
    name === 'mobile' && !isMobile(value)
      ? t('signIn.mobileWrong')
      : value.trim() === ''
        ? t('signIn.required')
        : undefined
  return {
    valueOf,
    errors,
    setErrors,
    /** An error stays until the input is corrected. */
    change(name: string, text: string) {
      const value = name === 'mobile' ? plainMobile(text) : name === 'code' ? plainCode(text) : text
      setValues((now) => ({ ...now, [name]: value }))
      setErrors(({ [name]: former, ...rest }) => {
        const error = former === undefined ? undefined : errorOf(name, value)
        return error === undefined ? rest : { ...rest, [name]: error }
      })
    },
    /** Shows the errors of these inputs; true if there are none. */
    check(names: readonly string[]): boolean {
      const wrong = names.flatMap((name) => {
        const error = errorOf(name, valueOf(name))
        return error === undefined ? [] : [[name, error] as const]
      })
      setErrors(Object.fromEntries(wrong))
      return wrong.length === 0
    },
  }
}
