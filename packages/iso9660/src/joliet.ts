import { ucs2 } from './fields.ts'
import type { Naming } from './hierarchy.ts'

const none = Buffer.alloc(0)

/** Real names in UCS-2, for readers that know nothing of Rock Ridge (Windows, mostly). */
export const joliet: Naming = {
  identifiers: (children) =>
    new Map(
      children.map((child) => [
        child,
        ucs2(child.kind === 'file' ? `${allowed(child.name)};1` : allowed(child.name)),
      ]),
    ),
  systemUse: () => none,
}

/** Replaces characters that Joliet forbids, because Windows does not allow them in file names. */
const allowed = (name: string): string => name.replace(/[*/:;?\\]/g, '_')
