const types = ['file', 'rbd', 'swift'] as const

/** A store that `enabled_backends` names. */
export interface NamedBackend {
  readonly name: string
  readonly type: (typeof types)[number]
}

/** Parses `enabled_backends`: `fast:file, far:swift`. Throws a RangeError for other formats and unknown types. */
export const namedBackends = (enabled: readonly string[]): readonly NamedBackend[] =>
  enabled.map((one) => {
    const [, name, given] = /^([\w-]+):(\w+)$/.exec(one.trim()) ?? []
    const type = types.find((known) => known === given)
    if (name === undefined || type === undefined)
      throw new RangeError(
        `enabled_backends: ${one} is not a name and one of the types ${types.join(', ')}, as in fast:file`,
      )
    return { name, type }
  })
