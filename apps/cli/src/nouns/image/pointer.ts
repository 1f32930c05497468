/** The JSON pointer of a property, for a JSON patch. */
export const pointer = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
