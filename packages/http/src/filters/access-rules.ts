/** A request that an application credential allows; tokens without rules are unrestricted. */
export interface AccessRule {
  /** The service's type in the catalog. */
  readonly service: string
  readonly method: string
  /** `*` and `{name}` match one path segment, `**` any number. */
  readonly path: string
}

type Piece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'part' | 'rest' }

const piecesOf = (pattern: string): Piece[] =>
  [...pattern.matchAll(/\*\*|\*|\{[^}]*\}|[^*{]+|\{/g)].map(([text]): Piece => {
    if (text === '**') return { kind: 'rest' }
    if (text === '*' || (text.startsWith('{') && text.endsWith('}'))) return { kind: 'part' }
    return { kind: 'text', text }
  })

/** The positions in the path where a piece of the pattern may end, given where it may begin. */
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
 * Whether a path matches a pattern. Users write patterns and every request is compared with them, so the time is bounded by the
 * product of both lengths, unlike with a regular expression.
 */
export const pathMatches = (pattern: string, path: string): boolean => {
  let reached: Uint8Array = new Uint8Array(path.length + 1)
  reached[0] = 1
  for (const piece of piecesOf(pattern)) reached = ends(piece, reached, path)
  return reached[path.length] === 1
}

/** The parts of a request that rules are about. */
export interface RuledRequest {
  readonly method: string
  /** The prefixes that were taken off the path: the service's and its API version's, such as `/compute/v2.1`. */
  readonly mount: string
  readonly path: string
}

/** The path below the whole mount, and with one or more of its last segments: `/servers`, `/v2.1/servers`, `/compute/v2.1/servers`. */
const namesOf = ({ mount, path }: RuledRequest): string[] => {
  const begins = [...mount.matchAll(/\//g)].map(({ index }) => index)
  return [path, ...begins.map((begin) => `${mount.slice(begin)}${path}`)]
}

/**
 * Whether any rule allows the request to a service of these types. Rules name the path as in the service's API reference
 * (`/v2.1/servers`), with the prefix that the service is mounted at, or without any.
 */
export const isAllowedBy = (
  rules: readonly AccessRule[],
  serviceTypes: readonly string[],
  request: RuledRequest,
): boolean => {
  const names = namesOf(request)
  return rules.some(
    ({ service, method, path }) =>
      serviceTypes.includes(service) &&
      method === request.method &&
      names.some((name) => pathMatches(path, name)),
  )
}
