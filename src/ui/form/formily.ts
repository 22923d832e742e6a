// How is Formily kept from compiling text into code? Its schema compiler is replaced by one that returns strings untouched; this file is imported by
// everything that makes a form, so it runs before the first one. Messages come from our own field checks; Formily's stay for what we do not check.
import { setValidateLanguage } from '@formily/core'
import { Schema } from '@formily/react'

Schema.registerCompiler((expression: string) => expression)

/** Formily's own messages in the person's language (a code of product.languages). */
export function speak(language: string): void {
  setValidateLanguage(language === 'zh' ? 'zh' : 'en')
}
