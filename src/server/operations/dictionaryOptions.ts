// Which options does a dictionary offer today? Codes with their titles in the caller's language; retired ones are not offered.
import type { Operation } from './operation'

export const dictionaryOptions: Operation = {
  check: ({ options }, app) =>
    typeof options.dictionary === 'string' && Object.hasOwn(app.dictionaries, options.dictionary)
      ? []
      : ['options.dictionary must name a dictionary.'],
  async run({ app, caller }, _input, { options }) {
    return app.dictionaries[String(options.dictionary)]!.items.filter((item) => !item.retired).map(
      ({ code, title }) => ({ code, title: title[caller.language] }),
    )
  },
}
