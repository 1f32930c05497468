/** A CORS rule of a bucket. Origins and headers may contain one `*` as a wildcard. */
export interface CorsRule {
  readonly id?: string | undefined
  readonly origins: readonly string[]
  readonly methods: readonly string[]
  readonly headers: readonly string[]
  /** Response headers that such a page may read. */
  readonly exposed: readonly string[]
  /** Seconds for which a browser may cache the preflight response. */
  readonly maxAge?: number | undefined
}

export interface CorsAsked {
  readonly origin: string
  readonly method: string
  /** Headers that the page wants to send. */
  readonly headers: readonly string[]
}

const isLike = (pattern: string, text: string): boolean => {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return pattern === text
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)
}

/** The first rule that allows the origin, the method and all headers. */
export const allowingRule = (rules: readonly CorsRule[], asked: CorsAsked): CorsRule | undefined =>
  rules.find(
    ({ origins, methods, headers }) =>
      origins.some((one) => isLike(one, asked.origin)) &&
      methods.includes(asked.method) &&
      asked.headers.every((wanted) => headers.some((one) => isLike(one.toLowerCase(), wanted.toLowerCase()))),
  )

/** The value of `Access-Control-Allow-Origin`: `*` only if the rule contains exactly that. */
export const allowedOriginOf = ({ origins }: CorsRule, origin: string): string =>
  origins.includes('*') ? '*' : origin
