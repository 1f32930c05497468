/** Parts of header names that are not simply capitalised. */
const spellings: Readonly<Record<string, string>> = {
  api: 'API',
  openstack: 'OpenStack',
  md5: 'MD5',
  www: 'WWW',
}

/**
 * A header's name as people write it: `X-OpenStack-Nova-API-Version`. Names mean the same in any case, but scripts that
 * search the output of a client for them expect this one.
 */
export const spelledHeader = (name: string): string =>
  name
    .split('-')
    .map((part) => spellings[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
    .join('-')
