const yes = ['true', '1', 'yes', 'on', 't', 'y']

/** Whether a query says yes, in any of the words that clients have for it. */
export const isYes = (text: string | undefined): boolean =>
  text !== undefined && yes.includes(text.toLowerCase())
