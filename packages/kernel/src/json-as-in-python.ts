/** JSON with a space after commas and colons, as Python's `json` writes it: some clients search for parts of that text. */
export const jsonAsInPython = (body: unknown): string =>
  // Newlines within strings are escaped, so the remaining ones are separators.
  JSON.stringify(body, undefined, 1).replaceAll(/(,)?\n */g, (_, comma: string | undefined) =>
    comma ? ', ' : '',
  )
