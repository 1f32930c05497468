import { createContext, useContext } from 'react'
import type { AreaName } from './panels-context.ts'

export const AreaContext = createContext<AreaName>('project')

/** The current area of the dashboard. Links stay within it if it has the panel. */
export const useArea = (): AreaName => useContext(AreaContext)
