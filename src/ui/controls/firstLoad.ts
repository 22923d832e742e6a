// Defers secondary requests until the first records have loaded.
import { createContext } from 'react'

export const FirstLoadContext = createContext(true)
