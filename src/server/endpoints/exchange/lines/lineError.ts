// A cell of a line that is refused, in the words of the caller.
import type { LocalizableText } from '../../../../manifest/expression/message'
import type { Field } from '../../../../manifest/model/field'
import type { LineError } from '../../../../protocol/exchange/linesCalls'
import { inOneLanguage } from '../../../context/language'
import { callerText } from '../../../context/phrases'
import type { RequestContext } from '../../contract/operation'

export function lineError(context: RequestContext, field: Field, text: string, message: LocalizableText): LineError {
  const title = inOneLanguage(field.title, context.app.product, context.caller.language)
  return { field: field.name, title, text, message: callerText(context, message) }
}
