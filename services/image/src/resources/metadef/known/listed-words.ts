/** The words of a long list, written as text. */
export const words = (text: string): string[] => text.trim().split(/\s+/)
