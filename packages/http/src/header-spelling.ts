/** Words in header names with unusual capitals. */
const spellings: Readonly<Record<string, string>> = {
  api: 'API',
  openstack: 'OpenStack',
  md5: 'MD5',
  www: 'WWW',
}

/** The maximum of cached names: the APIs use few, but objects' metadata have arbitrary ones. */
const mostKept = 500

const speller = (): ((name: string) => string) => {
  const known = new Map<string, string>()
  return (name) => {
    const kept = known.get(name)
    if (kept !== undefined) return kept
    const spelled = name
      .split('-')
      .map((part) => spellings[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
      .join('-')
    if (known.size < mostKept) known.set(name, spelled)
    return spelled
  }
}

/**
 * The usual capitals of a header, such as `X-OpenStack-Nova-API-Version`. Header names are case-insensitive, but scripts that
 * parse clients' output rely on them.
 */
export const spelledHeader = speller()
