/** A text as a pattern of `like … escape '\\'` that means nothing but itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
