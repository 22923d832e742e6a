// The two readers of the engine's messages, as a product of Chinese and English has them.
import { catalogLanguages, type Locale } from '../../src/manifest/expression/message'

export const chinese: Locale = { language: 'zh', languages: catalogLanguages }
export const english: Locale = { language: 'en', languages: catalogLanguages }
