import type { Kind } from '../cloud/find.ts'

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Servers: compute's filter by name is a regular expression. */
export const serverKind: Kind = {
  service: ({ compute }) => compute,
  path: '/servers',
  one: 'server',
  many: 'servers',
  label: 'Server',
  byName: (name) => ({ name: `^${escapeRegex(name)}$` }),
}
