/** `$name` or `${name}`, optionally with a section before a dot; `$$` and `\$` for a literal `$`. */
const reference = /\$\$|\\\$|\$\{([A-Za-z_]\w*(?:\.\w+)?)\}|\$([A-Za-z_]\w*(?:\.\w+)?)/g

/** Replaces references to other options with the result of `textOf`; `$$` and `\$` become `$`. */
export const interpolate = (text: string, textOf: (name: string) => string): string =>
  text.replace(reference, (_whole, braced?: string, bare?: string) => {
    const name = braced ?? bare
    return name === undefined ? '$' : textOf(name)
  })
