/** A text as a cell of a table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|')
