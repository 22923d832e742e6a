// Responds with the current options of a dictionary: codes with titles in the caller's language.
// Retired codes are left out.
import { textIn } from '../../../manifest/model/text'
import type { Operation } from '../contract/operation'

export const dictionaryOptions: Operation = {
  programs: true,
  check: ({ options }, app) =>
    typeof options.dictionary === 'string' && Object.hasOwn(app.dictionaries, options.dictionary)
      ? []
      : ['options.dictionary must name a dictionary.'],
  async run({ app, caller }, _input, { options }) {
    return app.dictionaries[String(options.dictionary)]!.items.filter((item) => !item.retired).map(
      ({ code, title }) => ({ code, title: textIn(title, caller.language) }),
    )
  },
}
