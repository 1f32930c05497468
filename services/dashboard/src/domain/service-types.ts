/** Service types as the page calls them, with other names for them in catalogs, preferred ones first. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  volume: ['block-storage', 'volumev3', 'volumev2'],
  metric: ['gnocchi'],
  alarm: ['alarming'],
}

/** The types to look up in a catalog, in order of preference. */
export const typesOf = (type: string): readonly string[] => [type, ...(aliases[type] ?? [])]

/** The page's type of a catalog's service type. */
export const pageTypeOf = (catalogType: string): string =>
  Object.keys(aliases).find((type) => aliases[type]?.includes(catalogType)) ?? catalogType
