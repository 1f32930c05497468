/** Parts of header names that are not simply capitalised. */
const spellings: Readonly<Record<string, string>> = {
  api: 'API',
  openstack: 'OpenStack',
  md5: 'MD5',
  www: 'WWW',
}

/** Names are the APIs' own, and few; past this many, which are then some client's words, they are spelled anew each time. */
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
 * A header's name as people write it: `X-OpenStack-Nova-API-Version`. Names mean the same in any case, but scripts that
 * search the output of a client for them expect this one.
 */
export const spelledHeader = speller()
