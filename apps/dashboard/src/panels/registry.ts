import type { Entry } from '../panel/entry.ts'
import { adminEntries } from './admin-entries.ts'
import { identityEntries } from './identity-entries.ts'
import { projectEntries } from './project-entries.ts'

/** All pages, in the order of the navigation. */
export const entries: readonly Entry[] = [...projectEntries, ...adminEntries, ...identityEntries]

/** The entry of a path. */
export const entryAt = (area: string, name: string): Entry | undefined =>
  entries.find((entry) => entry.area === area && entry.name === name)
