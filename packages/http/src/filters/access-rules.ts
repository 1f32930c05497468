/** One kind of request that a token may be used for: tokens without rules may be used for all. */
export interface AccessRule {
  /** The type of the service in the catalog. */
  readonly service: string
  readonly method: string
  /** `*` and `{name}` stand for one part of a path, `**` for any number of them. */
  readonly path: string
}

type Piece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'part' | 'rest' }

const piecesOf = (pattern: string): Piece[] =>
  [...pattern.matchAll(/\*\*|\*|\{[^}]*\}|[^*{]+|\{/g)].map(([text]): Piece => {
    if (text === '**') return { kind: 'rest' }
    if (text === '*' || (text.startsWith('{') && text.endsWith('}'))) return { kind: 'part' }
    return { kind: 'text', text }
  })

/** Where in the path a piece may end, given where it may begin. */
const ends = (piece: Piece, begins: Uint8Array, path: string): Uint8Array => {
  const found = new Uint8Array(path.length + 1)
  let running = false
  for (let at = 0; at <= path.length; at += 1) {
    switch (piece.kind) {
      case 'text':
        if (begins[at] && path.startsWith(piece.text, at)) found[at + piece.text.length] = 1
        break
      case 'part':
        if (running) found[at] = 1
        running = (running || begins[at] === 1) && path[at] !== '/'
        break
      case 'rest':
        running ||= begins[at] === 1
        if (running) found[at] = 1
        break
    }
  }
  return found
}

/**
 * Whether a path is as a pattern has it. Users write patterns and every request is compared with them, so no pattern takes longer
 * than its length times that of the path, as it might as a regular expression.
 */
export const pathMatches = (pattern: string, path: string): boolean => {
  let reached: Uint8Array = new Uint8Array(path.length + 1)
  reached[0] = 1
  for (const piece of piecesOf(pattern)) reached = ends(piece, reached, path)
  return reached[path.length] === 1
}

/** A request as rules see it. */
export interface RuledRequest {
  readonly method: string
  /** Where the service stands below its host, such as `/compute`. */
  readonly mount: string
  readonly path: string
}

/** Whether one of the rules is about such a request to a service that the catalog knows under these types, with its mount or without. */
export const isAllowedBy = (
  rules: readonly AccessRule[],
  serviceTypes: readonly string[],
  { method, mount, path }: RuledRequest,
): boolean =>
  rules.some(
    (rule) =>
      serviceTypes.includes(rule.service) &&
      rule.method === method &&
      (pathMatches(rule.path, path) || pathMatches(rule.path, `${mount}${path}`)),
  )
