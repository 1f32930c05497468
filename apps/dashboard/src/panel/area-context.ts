import { createContext, useContext } from 'react'
import type { AreaName } from './panels-context.ts'

export const AreaContext = createContext<AreaName>('project')

/** The part of the page one is in: links stay within it where they can. */
export const useArea = (): AreaName => useContext(AreaContext)
