/**
 * The target of an operation's policy rule. The set is closed, so that tools such as the policy matrix know what each rule is
 * about:
 * - `ownProject`: the caller's project and user.
 * - `path`: the path parameters, besides the caller's project.
 * - `found`: the resource in the path, or its parent; it is looked up first, so a missing one gives 404 whatever the caller may
 * do.
 * - `given`: what body or query name, such as the future owner.
 * - `each`: every item of a list; those the caller may not see are left out.
 * - `acl`: no rule, but the access lists of an account: `own` is for its owners, `read` and `write` may be granted.
 * - `anyone`: no rule, but a valid token.
 * - `open`: neither rule nor token; the reason says why that is safe.
 */
export type Target<Kind extends string = string> =
  | { readonly kind: 'ownProject' }
  | { readonly kind: 'path' }
  | { readonly kind: 'found'; readonly what: Kind }
  | { readonly kind: 'given' }
  | { readonly kind: 'each' }
  | { readonly kind: 'acl'; readonly right: 'own' | 'manage' | 'read' | 'write' }
  | { readonly kind: 'anyone' }
  | { readonly kind: 'open'; readonly reason: string }

export const ownProject = { kind: 'ownProject' } as const
export const path = { kind: 'path' } as const
export const given = { kind: 'given' } as const
export const each = { kind: 'each' } as const
export const anyone = { kind: 'anyone' } as const

/** The resource of that kind in the path. */
export const found = <const Kind extends string>(what: Kind) => ({ kind: 'found', what }) as const

/** Open to everybody; the reason says why that is safe. */
export const open = (reason: string) => ({ kind: 'open', reason }) as const

/** The target `acl`, with the right that the caller needs on the account. */
export const acl = (right: 'own' | 'manage' | 'read' | 'write') => ({ kind: 'acl', right }) as const
