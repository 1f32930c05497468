import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Panel } from './panel.ts'

export type AreaName = 'project' | 'admin' | 'identity' | 'settings'

/** A panel and its area. */
export interface FoundPanel {
  readonly area: AreaName
  readonly panel: Panel
}

export interface Panels {
  /** Loads a panel by name, preferably that of the area. */
  find(name: string, area?: AreaName): Promise<FoundPanel | undefined>
}

export const PanelsContext = createContext<Panels>({ find: async () => undefined })

/** A panel by name; undefined until its module is loaded. */
export const usePanel = (name: string | undefined, area?: AreaName): FoundPanel | undefined => {
  const panels = useContext(PanelsContext)
  const { data } = useQuery({
    queryKey: ['panel', area, name],
    queryFn: async () => (await panels.find(name ?? '', area)) ?? null,
    enabled: name !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
}
