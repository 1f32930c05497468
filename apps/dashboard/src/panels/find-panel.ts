import type { Panels } from '../panel/panels-context.ts'
import { entries, entryAt } from './registry.ts'

/** Finds a panel by name: in the given area first, then in any. */
export const panels: Panels = {
  find: async (name, area) => {
    const entry =
      (area && entryAt(area, name)) ?? entries.find((each) => each.name === name && each.panel !== undefined)
    if (entry?.panel === undefined) return undefined
    return { area: entry.area, panel: await entry.panel() }
  },
}
