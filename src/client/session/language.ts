// Changes the language of the page once the texts of the new one have loaded.
// Until then the page stays unchanged.
import { CallError } from '../feedback/callError'
import type { EntryAnswer } from '../../protocol/publicEntry'
import type { BootAnswer } from '../../protocol/screenCalls'
import { loadPageTexts } from '../text/pageTexts'
import { createTranslator, type Translator } from '../text/translate'
import type { Client } from '../transport/callServer'
import type { Session } from './session'

export interface PageLanguage {
  /** The translator of the language in use. */
  readonly translator: () => Translator
  /** The public entry in the language in use. */
  readonly entry: () => EntryAnswer
  /** The translator of any language of the product, whose texts are fetched first. */
  translatorIn(language: string): Promise<Translator>
  /** Fetches the texts of the language in use, before the first rendering. */
  begin(): Promise<void>
  /**
   * Changes the language as soon as its texts have loaded. False: it failed, which the client reports, or another
   * change or the end of the session preempted it.
   */
  change(language: string): Promise<boolean>
}

interface PageLanguageOptions {
  readonly entry: EntryAnswer
  readonly session: Session
  readonly client: () => Client
}

interface PublicPart {
  readonly entry: EntryAnswer
  readonly translator: Translator
}

/**
 * The language of the page, empty until `begin`. Keeps the texts of each loaded language until the manifests have
 * another revision. `translator` throws an Error before `begin`.
 */
export function createPageLanguage({ entry: first, session, client }: PageLanguageOptions): PageLanguage {
  const parts = new Map<string, PublicPart>()
  let changes = 0
  const partInUse = () => parts.get(session.getState().language)
  const load = async (language: string, given?: EntryAnswer): Promise<PublicPart> => {
    const [entry, texts] = await Promise.all([
      given ?? client().get<EntryAnswer>('/api/entry', {}, { language }),
      loadPageTexts(language, first.product.languages),
    ])
    const { languages, translations } = entry.product
    const translator = createTranslator({ language, languages, ...(translations && { translations }) }, texts)
    return { entry, translator }
  }
  const revisionNow = () => (session.getState().boot ?? first).revision
  const loaded = async (language: string): Promise<PublicPart> => {
    const part = parts.get(language)
    return part?.entry.revision === revisionNow() ? part : await load(language)
  }
  return {
    async translatorIn(language) {
      const part = await loaded(language)
      parts.set(language, part)
      return part.translator
    },
    translator: () => {
      const part = partInUse()
      if (!part) throw new Error('The texts of the page are not loaded yet')
      return part.translator
    },
    entry: () => partInUse()?.entry ?? first,
    async begin() {
      const { language } = session.getState()
      parts.set(language, await load(language, first))
    },
    async change(language) {
      const change = ++changes
      const { boot, token } = session.getState()
      const since = session.announced()
      try {
        const [part, account] = await Promise.all([
          loaded(language),
          boot ? client().get<BootAnswer>('/api/boot', {}, { language }) : undefined,
        ])
        const overtaken = change !== changes || token !== session.getState().token
        if (overtaken) return false
        parts.set(language, part)
        session.setLanguage(language)
        if (account && session.getState().status === 'ready') session.begin(account, since)
        return true
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        return false
      }
    },
  }
}
