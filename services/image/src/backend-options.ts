/** The names in `fast:file, slow:file`. Throws a RangeError for what is not of that form, or no type there is. */
export const backendNames = (enabled: readonly string[]): readonly string[] =>
  enabled.map((one) => {
    const [, name, type] = /^([\w-]+):(\w+)$/.exec(one.trim()) ?? []
    if (name === undefined || type !== 'file')
      throw new RangeError(`enabled_backends: ${one} is not a name and the type file, as in fast:file`)
    return name
  })
