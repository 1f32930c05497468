const longest = 63

/**
 * A name as a host name: blanks and underscores become hyphens, what a host name can't have goes, and a name of which
 * nothing is left becomes `Server-<id>`.
 */
export const hostnameOf = (name: string, serverId: string): string => {
  const kept = name
    .normalize('NFKD')
    .replaceAll(/[ _.]/g, '-')
    .replaceAll(/[^A-Za-z0-9-]/g, '')
    .toLowerCase()
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '')
  return kept === '' ? `Server-${serverId}` : kept
}
