const yes = ['true', '1', 'yes', 'on', 't', 'y']

/** Whether a query value means true, in any of the spellings that clients use. */
export const isYes = (text: string | undefined): boolean =>
  text !== undefined && yes.includes(text.toLowerCase())
