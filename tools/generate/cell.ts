/** Escapes a text for a Markdown table cell. */
export const cell = (text: string): string => text.replaceAll('|', '\\|')
