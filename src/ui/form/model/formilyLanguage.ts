// Keeps Formily from compiling text into code: its compiler is replaced by one that returns text.
// Every module that creates a form imports this file, so it runs before the first one. Messages come from the field
// checks of the engine; Formily's own stay for what these do not cover.
import { setValidateLanguage } from '@formily/core'
import { Schema } from '@formily/react'

Schema.registerCompiler((expression: string) => `{{${expression}}}`)

/** The languages of Formily's own messages that the checks of the engine may leave to it. */
const validateLanguages = ['zh', 'en', 'ja']

/** Formily's own messages in the user's language (a code of product.languages). */
export function setFormilyLanguage(language: string): void {
  setValidateLanguage(validateLanguages.find((known) => known === language) ?? 'en')
}
