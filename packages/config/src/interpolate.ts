/** `$name`, `${name}`, either with a section before a dot; and `$$` or `\$` for the sign itself. */
const reference = /\$\$|\\\$|\$\{([A-Za-z_]\w*(?:\.\w+)?)\}|\$([A-Za-z_]\w*(?:\.\w+)?)/g

/** Replaces each reference to another option by what `textOf` gives for its name; `$$` and `\$` stand for `$`. */
export const interpolate = (text: string, textOf: (name: string) => string): string =>
  text.replace(reference, (_whole, braced?: string, bare?: string) => {
    const name = braced ?? bare
    return name === undefined ? '$' : textOf(name)
  })
