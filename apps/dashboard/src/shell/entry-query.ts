import type { ComponentType } from 'react'
import type { Entry } from '../panel/entry.ts'
import type { Panel } from '../panel/panel.ts'

interface LoadedEntry {
  readonly panel: Panel | undefined
  readonly Page: ComponentType | undefined
}

/** Loads the code of a page, once. */
export const entryQuery = ({ area, name, panel, page }: Entry) => ({
  queryKey: ['panel', 'entry', area, name],
  queryFn: async (): Promise<LoadedEntry> => ({ panel: await panel?.(), Page: await page?.() }),
  staleTime: Number.POSITIVE_INFINITY,
})
