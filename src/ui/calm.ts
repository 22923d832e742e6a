// Is what was asked for first there? Until then the page fetches nothing that the first records do not need; what is only used beside them waits.
import { createContext } from 'react'

export const Calm = createContext(true)
