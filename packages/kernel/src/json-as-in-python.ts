/** JSON with a space behind commas and colons, as Python's `json` writes it: there are clients who look for pieces of that text. */
export const jsonAsInPython = (body: unknown): string =>
  // A line's end within a string is written as an escape: those that are there part things.
  JSON.stringify(body, undefined, 1).replaceAll(/(,)?\n */g, (_, comma: string | undefined) =>
    comma ? ', ' : '',
  )
