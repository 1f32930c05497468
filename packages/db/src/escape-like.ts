/** Escapes text for use in `like … escape '\\'`. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
