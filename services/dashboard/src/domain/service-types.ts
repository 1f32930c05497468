/** By what the page knows a service, and under what catalogs may have it besides, the newest first. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  volume: ['block-storage', 'volumev3', 'volumev2'],
  metric: ['gnocchi'],
  alarm: ['alarming'],
}

/** The types to look for in a catalog, the best first. */
export const typesOf = (type: string): readonly string[] => [type, ...(aliases[type] ?? [])]

/** The type by which the page knows what a catalog has under this one. */
export const pageTypeOf = (catalogType: string): string =>
  Object.keys(aliases).find((type) => aliases[type]?.includes(catalogType)) ?? catalogType
