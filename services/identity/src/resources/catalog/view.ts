import type { CatalogEntryView } from '@nimbo/contracts/identity/tokens'
import type { CatalogEntry } from '../../domain/catalog.ts'

export const catalogView = (catalog: readonly CatalogEntry[]): CatalogEntryView[] =>
  catalog.map(({ endpoints, ...entry }) => ({ ...entry, endpoints: [...endpoints] }))
