/**
 * What the rule of an operation is judged on. The set is closed, so that whoever reads the declarations (the policy
 * matrix, the reference) knows what each rule is about:
 *
 * - `ownProject`: the caller's own project and user.
 * - `path`: what the path names, by the names of its parameters, beside the caller's own project.
 * - `found`: the resource that the path names, or the one it lies under; it is looked up first, so one that is not there
 *   is "not found" whatever the caller may do.
 * - `given`: what the body or the query says the resource shall belong to, or names one by one.
 * - `each`: every item of a list; those the caller may not see are left out.
 * - `acl`: no rule, but the lists that the owner of an account keeps: `own` is for those who own it, `read` and `write` may be granted.
 * - `anyone`: no rule, but a valid token.
 * - `open`: no rule and no token; the reason says why that is safe.
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

/** The resource of that kind which the path names. */
export const found = <const Kind extends string>(what: Kind) => ({ kind: 'found', what }) as const

/** Open to everybody; the reason says why that is safe. */
export const open = (reason: string) => ({ kind: 'open', reason }) as const

/** What the owner of the account lets others do. */
export const acl = (right: 'own' | 'manage' | 'read' | 'write') => ({ kind: 'acl', right }) as const
