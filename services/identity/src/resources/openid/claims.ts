import { type Assertion, attributeName } from '../mapping/apply-mapping.ts'

const textsOf = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (value === null || value === undefined) return []
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}

/** Converts claims to the attributes that mappings use: `sub` becomes `HTTP_OIDC_SUB`. */
export const assertionOf = (claims: Readonly<Record<string, unknown>>): Assertion =>
  new Map(
    Object.entries(claims).map(([name, value]) => [attributeName(`OIDC_${name}`), textsOf(value)] as const),
  )
