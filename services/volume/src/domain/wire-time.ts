/** An instant as Cinder writes it: UTC without saying so, with microseconds. */
export const wireTime = (instant: string): string => instant.replace(/Z$/, '000')
