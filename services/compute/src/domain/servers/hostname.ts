const longest = 63

/**
 * Derives a host name: blanks and underscores become hyphens, invalid characters are removed, and an empty result
 * becomes `Server-<id>`.
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
